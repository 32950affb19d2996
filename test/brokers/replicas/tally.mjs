/** Runs checks, says how each ended, and counts. */
export class Tally {
  passed = 0;
  failed = 0;

  /** @returns whether it passed; what it throws is shown */
  async check(title, run) {
    try {
      await run();
      this.passed += 1;
      console.log(`  ok    ${title}`);
      return true;
    } catch (error) {
      this.fail(title, error);
      return false;
    }
  }

  fail(title, reason) {
    this.failed += 1;
    console.log(`  FAIL  ${title}`);
    console.log(`${reason instanceof Error ? reason.stack : reason}`.replace(/^/gm, '        '));
  }

  /** Prints the counts. */
  close() {
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
  }
}
