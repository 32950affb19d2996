// Serves a fetch handler on node:http through the global Request and Response, as adapters without lazy classes do.
import http from 'node:http';

/** Calls `ready` once the handler is served at every path of the port. */
export function serveWeb(fetchHandler, port, ready) {
  http
    .createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = await fetchHandler(
        new Request(`http://127.0.0.1:${port}${request.url}`, {
          method: request.method,
          headers: new Headers(request.headers),
          body: chunks.length === 0 ? undefined : Buffer.concat(chunks),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })
    .listen(port, '127.0.0.1', ready);
}
