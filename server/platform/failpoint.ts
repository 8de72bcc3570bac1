/** The places between two effects at which a process may be cut off with the most to lose; each is proved to lose nothing. */
export type Failpoint =
  | 'before-charge'
  | 'after-charge-before-record'
  | 'after-record-before-answer'
  | 'after-commit-before-delivery'
  | 'after-delivery-before-record'

/**
 * Marks such a place. Nothing happens here: test builds, started with Node's condition `faults`, put another module in the
 * place of this one (package.json, `imports`), which ends the process at the point that the test names.
 */
export function failpoint(_name: Failpoint): void {}
