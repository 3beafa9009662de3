// Messages survive the pipe, whatever is in them.

import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Channel } from '../channel.mjs';
import { jsNumber, jsString, jsonArray, quote } from '../json.mjs';

function withFile(check) {
  const folder = mkdtempSync(join(tmpdir(), 'channel-'));
  const path = join(folder, 'pipe');
  try {
    check(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('what one end sends the other receives, small and large', () => {
  withFile((path) => {
    const messages = [{ t: 'a' }, { text: 'é€😀'.repeat(50_000) }, { list: Array.from({ length: 1000 }, (_, i) => i) }, {}];
    const output = openSync(path, 'w');
    const sender = new Channel(-1, output);
    for (const message of messages) sender.send(JSON.stringify(message));
    sender.flush();
    closeSync(output);
    const receiver = new Channel(openSync(path, 'r'), -1);
    for (const message of messages) assert.deepEqual(receiver.receive(), message);
    assert.equal(receiver.receive(), null);
  });
});

test('messages wait until 64 KiB have gathered', () => {
  withFile((path) => {
    const channel = new Channel(-1, openSync(path, 'w'));
    channel.send('{}');
    assert.equal(readFileSync(path).length, 0);
    channel.send(`"${'x'.repeat(64 * 1024)}"`);
    assert.equal(readFileSync(path).length, 4 + 2 + 4 + 2 + 64 * 1024);
  });
});

test('a message that breaks off counts as the end', () => {
  withFile((path) => {
    const file = openSync(path, 'w');
    writeSync(file, Buffer.from([9, 0, 0, 0, 0x7b]));
    closeSync(file);
    assert.equal(new Channel(openSync(path, 'r'), -1).receive(), null);
  });
});

test('JSON is written for what JSON cannot say', () => {
  const table = [
    [jsNumber(1.5), '1.5'], [jsNumber(-0), '"-0"'], [jsNumber(NaN), '"NaN"'], [jsNumber(Infinity), '"Infinity"'],
    [jsNumber(1e300), '1e+300'], [jsString('a"b'), '"a\\"b"'], [jsString('\udc00'), '[56320]'], [quote('\udc00'), '"\ufffd"'],
    [jsonArray(['1', '"x"']), '[1,"x"]'], [jsonArray([]), '[]'],
  ];
  for (const [actual, expected] of table) assert.equal(actual, expected);
});
