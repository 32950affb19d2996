import { expect, test } from 'vitest';
import { followRedirect, targetOf, unusable, withAuthorization } from './client-target.js';

const follow = (from: string, location: string, method = 'POST', status = 307, followed = 0) => {
  const next = followRedirect(targetOf(new URL(from)), method, status, location, followed);
  return typeof next === 'string' ? next : next.url;
};

test.each([
  ['http://a.test/mcp', '/mcp/', 'http://a.test/mcp/'],
  ['http://a.test/mcp', '../other?x=1', 'http://a.test/other?x=1'],
  ['http://a.test:80/mcp', 'http://A.test/x#part', 'http://a.test/x'],
  ['http://a.test:3000/mcp', 'http://a.test:3000/x', 'http://a.test:3000/x'],
  ['http://a.test/mcp', 'https://a.test/mcp', 'https://a.test/mcp'],
])('A redirect from %s to %s is followed', (from, location, expected) => {
  expect(String(follow(from, location))).toBe(expected);
});

test.each([
  ['http://a.test/mcp', 'http://b.test/mcp', 'leaves the origin'],
  ['http://a.test/mcp', 'http://a.test:81/mcp', 'leaves the origin'],
  ['http://a.test:3000/mcp', 'https://a.test/mcp', 'leaves the origin'],
  ['http://a.test/mcp', 'https://a.test:8443/mcp', 'leaves the origin'],
  ['http://a.test/mcp', 'https://b.test/mcp', 'leaves the origin'],
  ['http://a.test/mcp', '//b.test/mcp', 'leaves the origin'],
  ['https://a.test/mcp', 'http://a.test/mcp', 'from https to plain http'],
  ['http://a.test/mcp', 'http://user:secret@a.test/mcp', 'user name or password'],
  ['http://a.test/mcp', 'http://[', 'not a valid URL'],
  ['http://a.test/mcp', 'file:///etc/passwd', 'leaves the origin'],
])('A redirect from %s to %s is not followed', (from, location, reason) => {
  const problem = follow(from, location);
  expect(problem).toContain(reason);
  expect(problem).toContain(location);
});

test('A redirect that may change the method is followed for GET alone', () => {
  for (const status of [301, 302, 303]) {
    expect(follow('http://a.test/', '/x', 'POST', status)).toContain('only 307 and 308 keep the method');
    expect(follow('http://a.test/', '/x', 'DELETE', status)).toContain('only 307 and 308 keep the method');
    expect(String(follow('http://a.test/', '/x', 'GET', status))).toBe('http://a.test/x');
  }
  expect(String(follow('http://a.test/', '/x', 'POST', 308))).toBe('http://a.test/x');
});

test('The sixth redirect is not followed', () => {
  expect(String(follow('http://a.test/', '/x', 'GET', 307, 4))).toBe('http://a.test/x');
  expect(follow('http://a.test/', '/x', 'GET', 307, 5)).toContain('the limit is 5');
});

test('User information of the URL becomes an Authorization header, unless there is one', () => {
  const target = targetOf(new URL('http://us%C3%A9r:p%40ss@a.test/mcp'));
  expect(target.href).toBe('http://a.test/mcp');
  const value = `Basic ${Buffer.from('usér:p@ss').toString('base64')}`;
  expect(withAuthorization(['X', '1'], target)).toEqual(['X', '1', 'Authorization', value]);
  expect(withAuthorization(['AUTHORIZATION', 'Bearer t'], target)).toEqual(['AUTHORIZATION', 'Bearer t']);
});

test('Only http and https URLs can be requested', () => {
  expect(unusable(new URL('ftp://a.test/x'))).toContain('expected an http: or https: URL');
  expect(unusable(new URL('https://a.test/x'))).toBeUndefined();
});
