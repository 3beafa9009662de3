export default function () { return 1 }
export const other = 1
