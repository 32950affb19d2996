import { describe, expect, it } from 'vitest';
import { containsPathTraversal, isAbsolutePath, safeJoinPath, unsafePath } from './path-safety.js';

describe('containsPathTraversal', () => {
  it.each(['..', '../x', 'a/../b', 'a\\..\\b', 'x/..', '.. /x'])('sees it in %s', (value) => {
    expect(containsPathTraversal(value)).toBe(true);
  });
  it.each(['', 'a/b', '1.0..2.0', '...', 'a..', '..a/b', './a'])('sees none in "%s"', (value) => {
    expect(containsPathTraversal(value)).toBe(false);
  });
});

describe('isAbsolutePath', () => {
  it.each(['/etc', '\\x', '\\\\server\\share', 'C:\\x', 'c:/x', 'z:', 'x:y'])('says yes to %s', (value) => {
    expect(isAbsolutePath(value)).toBe(true);
  });
  it.each(['', 'a/b', './a', 'ab:c', '1:2', ':x', '@:x', '[:x'])('says no to "%s"', (value) => {
    expect(isAbsolutePath(value)).toBe(false);
  });
});

describe('unsafePath', () => {
  it('names the reason', () => {
    expect(unsafePath('a/../b')).toBe('it has a ".." component');
    expect(unsafePath('/etc')).toBe('it is an absolute path');
    expect(unsafePath('a\0')).toBe('it holds a null byte');
    expect(unsafePath('%2e%2E/x')).toBe('it has a ".." component (encoded twice)');
    expect(unsafePath('%2fetc%zz')).toBe('it is an absolute path (encoded twice)');
    expect(unsafePath('x%00')).toBe('it holds a null byte (encoded twice)');
  });
  it('lets ordinary values through', () => {
    for (const value of ['', 'readme.md', 'src/main.ts', '100%', 'v1..v2', 'é%20x'])
      expect(unsafePath(value)).toBeUndefined();
  });
});

describe('safeJoinPath', () => {
  it('joins below the base', () => {
    expect(safeJoinPath('/data', 'a', 'b\\c', './d//e')).toBe('/data/a/b/c/d/e');
    expect(safeJoinPath('/', 'a')).toBe('/a');
    expect(safeJoinPath('', 'a')).toBe('a');
    expect(safeJoinPath('C:\\data\\', 'a')).toBe('C:\\data\\a');
    expect(safeJoinPath('/data')).toBe('/data');
  });
  it('refuses what would leave it', () => {
    for (const part of ['..', 'a/../..', '/etc', 'C:x', 'a\0']) {
      expect(() => safeJoinPath('/data', part)).toThrow('cannot be joined onto a base');
    }
  });
});
