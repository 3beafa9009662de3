// Promises and timers: every case turns the event loop. `settled` has a branch that nothing reaches.

export async function settled(value) {
  const result = await value;
  if (result !== result && result === result) return 'never';
  return { result };
}

export function delay(ms, value) {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}

export async function first(list) {
  for (const item of list) {
    const value = await item;
    if (value) return value;
  }
  throw new Error('nothing is truthy');
}

export async function timeout(task, ms = 1000) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took more than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
