import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { round } from '#kernel/money.ts'
import { integer } from '#platform/resource/columns.ts'
import type { DiscountKind } from './kind.ts'

/** A hundred percent, in basis points. */
const WHOLE = 10_000

/** A share off, in basis points: 1000 are 10 %. */
export interface PercentageValue {
  readonly type: 'percentage'
  readonly basisPoints: number
}

const columns = { basisPoints: integer().nullable() } as const

const wire = {
  type: z.literal('percentage'),
  basis_points: z.int().meta({ description: 'The share that is taken off, in hundredths of a percent: 1000 are 10 %.' }),
}

const body = { basis_points: z.int().min(1).max(WHOLE).nullish() }

export const percentage: DiscountKind<PercentageValue, typeof columns, typeof wire, typeof body> = {
  type: 'percentage',
  columns,
  wire,
  body,
  toValue: ({ basis_points }) =>
    typeof basis_points === 'number' ? { type: 'percentage', basisPoints: basis_points } : { missing: 'basis_points' },
  toChanged: (value, { basis_points }) => ({ type: 'percentage', basisPoints: basis_points ?? value.basisPoints }),
  problems: () => [],
  amountOff: ({ basisPoints }, amount) => round(BigInt(amount) * BigInt(basisPoints), WHOLE),
  appliesTo: () => true,
  toWire: ({ basisPoints }) => ({ type: 'percentage', basis_points: basisPoints }),
  toColumns: ({ basisPoints }) => ({ basisPoints }),
  fromColumns: ({ basisPoints }) => ({ type: 'percentage', basisPoints: present(basisPoints, 'The share of a percentage discount') }),
}
