// The true floor for stdio: bytes are searched for line ends, each line is decoded once, a fixed shape is encoded, and the
// answers to one chunk of input leave in one write.
const META = { 'io.modelcontextprotocol/serverInfo': { name: 'floor', version: '1.0.0' } };
const newline = 10;
let parts = [];

process.stdin.on('data', (chunk) => {
  let out = '';
  let start = 0;
  for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
    out += answer(lineOf(chunk, start, end));
    start = end + 1;
  }
  if (start < chunk.length) parts.push(start === 0 ? chunk : chunk.subarray(start));
  if (out !== '') process.stdout.write(out);
});
process.stdin.on('end', () => process.exit(0));

function lineOf(chunk, start, end) {
  if (parts.length === 0) return chunk.utf8Slice(start, end);
  const whole = Buffer.concat([...parts, chunk.subarray(start, end)]);
  parts = [];
  return whole.utf8Slice();
}

function answer(line) {
  const { id, params } = JSON.parse(line);
  const { a, b, text } = params.arguments;
  const result = {
    content: [{ type: 'text', text: text ?? String(a + b) }],
    resultType: 'complete',
    _meta: META,
  };
  return `${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`;
}
