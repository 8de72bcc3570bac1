import { z } from 'zod'
import type { JobSpecKind } from '#platform/worker/job.ts'

/** Advances the test clock of an organization to its target. */
export const advanceSpec: JobSpecKind<{ readonly organizationId: string }> = {
  kind: 'test-clocks:advance',
  payload: z.object({ organizationId: z.string() }),
}

/** One job for each organization. */
export function jobKeyOf(organizationId: string): string {
  return `${advanceSpec.kind}:${organizationId}`
}
