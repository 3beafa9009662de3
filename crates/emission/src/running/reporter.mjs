// A reporter for node:test: one JSON line a finished test, with the titles of the suites it stands in.
export default async function* report(source) {
  const titles = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') titles[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const error = data.details?.error;
    yield `${JSON.stringify({
      path: [...titles.slice(0, data.nesting), data.name],
      passed: type === 'test:pass',
      message: String(error?.cause?.message ?? error?.message ?? ''),
    })}\n`;
  }
}
