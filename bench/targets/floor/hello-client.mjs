import http from 'node:http';

globalThis.hello = http.createServer((_req, res) => res.end('{}'));
