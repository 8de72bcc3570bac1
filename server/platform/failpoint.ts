/** The points between two effects at which a killed process could lose the most; a fault test covers each. */
export type SaleFailpoint =
  | 'before-call'
  | 'after-call-before-record'
  | 'after-record-before-answer'
  | 'after-commit-before-delivery'
  | 'after-delivery-before-record'

/**
 * These points, and work that may end its process at every attempt: the delivery of an event, the run of a job, and a step of a test clock. A document
 * whose number is taken is issued with the commit alone.
 */
export type Failpoint = SaleFailpoint | 'during-relay' | 'during-job' | 'during-advance' | 'after-number-before-commit'

/**
 * Marks such a point. It does nothing here: test builds, started with Node's condition `faults`, replace this module (package.json,
 * `imports`) by one that ends the process at the point that the test names, for the subject that it names.
 */
export function failpoint(_name: Failpoint, _subject?: unknown): void {}
