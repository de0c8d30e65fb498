import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkNode } from './node.mjs';

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'modules-'));
});
afterEach(() => rmSync(modules, { recursive: true }));

const system = `${process.platform}-${process.arch}`;

test.each([`node-${system}`, `node-bin-${system}`])('%s is started by its link where npm made none', (name) => {
  const program = join(modules, name, 'bin/node');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '#!/bin/sh\necho v26.0.0\n', { mode: 0o644 });
  linkNode(modules);
  expect(execFileSync(join(modules, '.bin/node'), { encoding: 'utf8' })).toBe('v26.0.0\n');
});

test('without a Node for this system there is no link', () => {
  linkNode(modules);
  expect(existsSync(join(modules, '.bin/node'))).toBe(false);
});
