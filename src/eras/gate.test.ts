import { expect, it } from 'vitest';
import { Gate } from './gate.js';

/** Takes letters as a receiver behind a gate does; `told` runs as one is taken. */
function receiver(gate: Gate, told: (letter: string) => void) {
  const take = (letter: string) => (gate.shut ? gate.hold(() => told(letter)) : told(letter));
  return take;
}

it('A gate lets what it has held go on in the order in which it came', () => {
  const gate = new Gate();
  const seen: string[] = [];
  const take = receiver(gate, (letter) => seen.push(letter));
  take('a');
  gate.close();
  take('b');
  take('c');
  expect(seen).toEqual(['a']);
  gate.open();
  take('d');
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

it('What comes while a gate lets others go on waits for its turn', () => {
  const gate = new Gate();
  const seen: string[] = [];
  const take = receiver(gate, (letter) => {
    seen.push(letter);
    if (letter === 'b') take('late');
  });
  gate.close();
  take('b');
  take('c');
  gate.open();
  expect(seen).toEqual(['b', 'c', 'late']);
});

it('A gate that is closed again while it lets others go on holds the rest', () => {
  const gate = new Gate();
  const seen: string[] = [];
  const take = receiver(gate, (letter) => {
    seen.push(letter);
    if (letter === 'b') gate.close();
  });
  gate.close();
  take('b');
  take('c');
  gate.open();
  take('d');
  expect(seen).toEqual(['b']);
  gate.open();
  expect(seen).toEqual(['b', 'c', 'd']);
});
