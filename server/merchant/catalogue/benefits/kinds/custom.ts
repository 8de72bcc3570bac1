import { z } from 'zod'
import { text } from '#platform/http/wire-parts.ts'
import { defineBenefitKind, namesNothing, showsNothing } from './kind.ts'

const NOTE_MAXIMUM = 2000

const wire = { note: z.string().nullable().meta({ description: 'What customers who have the benefit read.' }) }
const body = { note: text(0, NOTE_MAXIMUM).nullish() }

/** A note that customers who have the benefit read. */
export const custom = defineBenefitKind({
  type: 'custom',
  name: 'Custom',
  wire,
  body,
  namedBy: namesNothing,
  check: ({ note }) => ({ properties: { note: note || null } }),
  shown: wire,
  grant: showsNothing,
})
