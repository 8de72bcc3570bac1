import type { TestServer } from '../server.ts'
import type { FakeStripe } from './fake-stripe.ts'

/** Seconds in which a busy machine answers every request, and those after which a test need not wait any more. */
const LONG_SECONDS = 30
const SHORT_SECONDS = 1

/**
 * Lets the server wait for Stripe as long as it takes, and only a second where the fake will leave a request without an answer: a time-out
 * that the machine causes would be retried, and meet another failure than the test has arranged.
 */
export function waitForStripe({ platform }: TestServer, fake: FakeStripe): void {
  Object.defineProperty(platform.settings, 'PROCESSOR_TIMEOUT', { get: () => (fake.isSilent() ? SHORT_SECONDS : LONG_SECONDS) })
}
