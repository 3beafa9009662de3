export default async function named(x = 1) { return x || 2 }
named()
