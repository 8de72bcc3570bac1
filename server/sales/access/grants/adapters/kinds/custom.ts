import type { InsideKind } from './kind.ts'

/** A note that the customer reads: nothing is to be done (rule Y8). */
export const custom: InsideKind<'custom'> = {
  type: 'custom',
  place: 'inside',
  grant: async () => ({}),
  cycle: async () => ({}),
  revoke: async () => undefined,
  isChangeRelevant: () => false,
}
