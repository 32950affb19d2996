// The floor for stdio: split lines, JSON.parse, JSON.stringify a fixed-shape reply, one write per chunk of input.
const META = { 'io.modelcontextprotocol/serverInfo': { name: 'floor', version: '1.0.0' } };
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (d) => {
  const lines = (rest + d).split('\n');
  rest = lines.pop();
  let out = '';
  for (const l of lines) {
    const m = JSON.parse(l);
    if (m.id === undefined) continue;
    const a = m.params?.arguments ?? {};
    const result =
      m.method === 'initialize'
        ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'floor', version: '1' } }
        : { content: [{ type: 'text', text: a.text ?? String(a.a + a.b) }], resultType: 'complete', _meta: META };
    out += `${JSON.stringify({ jsonrpc: '2.0', id: m.id, result })}\n`;
  }
  process.stdout.write(out);
});
process.stdin.on('end', () => process.exit(0));
