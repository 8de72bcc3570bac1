/** The points between two effects at which a killed process could lose the most; a fault test covers each. */
export type Failpoint =
  | 'before-charge'
  | 'after-charge-before-record'
  | 'after-record-before-answer'
  | 'after-commit-before-delivery'
  | 'after-delivery-before-record'

/**
 * Marks such a point. It does nothing here: test builds, started with Node's condition `faults`, replace this module (package.json,
 * `imports`) by one that ends the process at the point that the test names.
 */
export function failpoint(_name: Failpoint): void {}
