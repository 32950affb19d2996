export type Genre = 'science fiction' | 'crime' | 'classics';

/** A book, and how many copies of it the shop has. */
export interface Book {
  readonly title: string;
  readonly author: string;
  readonly genre: Genre;
  readonly copies: number;
}

/** What the shop sells. A real one would ask a database. */
const assortment: readonly Book[] = [
  { title: 'Dune', author: 'Frank Herbert', genre: 'science fiction', copies: 4 },
  { title: 'The Left Hand of Darkness', author: 'Ursula K. Le Guin', genre: 'science fiction', copies: 2 },
  { title: 'Gaudy Night', author: 'Dorothy L. Sayers', genre: 'crime', copies: 1 },
  { title: 'Emma', author: 'Jane Austen', genre: 'classics', copies: 0 },
];

export const genres: readonly string[] = [...new Set(assortment.map((book) => book.genre))];
export const titles: readonly string[] = assortment.map((book) => book.title);

/** The shelves: how many copies are left changes with every order. */
export class Catalog {
  readonly #copies = new Map(assortment.map((book) => [book.title, book.copies]));
  #orders = 0;

  /** The copies left of a book; `undefined` for a title that the shop does not sell. */
  copiesOf(title: string): number | undefined {
    return this.#copies.get(title);
  }

  search(words: string): Book[] {
    const wanted = words.toLowerCase();
    return assortment
      .filter((book) => `${book.title} ${book.author} ${book.genre}`.toLowerCase().includes(wanted))
      .map((book) => ({ ...book, copies: this.copiesOf(book.title) ?? 0 }));
  }

  /** Takes a copy off the shelf, if there is one, and gives the number of the order, and what is left. */
  order(title: string): { order: number; left: number } {
    const left = Math.max((this.copiesOf(title) ?? 0) - 1, 0);
    this.#copies.set(title, left);
    this.#orders += 1;
    return { order: this.#orders, left };
  }
}

/** What the server holds while it serves: made before its first message, disposed of when it closes. */
export async function openCatalog() {
  return {
    catalog: new Catalog(),
    async [Symbol.asyncDispose]() {
      // The place to close a database.
    },
  };
}
