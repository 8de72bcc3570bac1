// The setting of the operator's rates of taxes (rule X5).
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { type StandardRates, shippedRates } from '#kernel/taxes/rates.ts'
import { RATES_FILE_BYTES, ratesTogether, readRates, withRates } from '#kernel/taxes/rates-file.ts'
import type { Kind } from './kinds.ts'
import { setting } from './setting.ts'

/** The faults that one message lists; further ones are counted. */
const SHOWN_FAULTS = 5
/** The digits of the SHA-256 that distinguish the versions of a file. */
const DIGEST_LENGTH = 8

const ratesFile: Kind<StandardRates> = {
  name: 'path of a CSV file',
  read: (path) => {
    const bytes = bytesOf(path)
    if (bytes === undefined) return { fault: 'must name a file that can be read' }
    if (bytes === 'too large') return { fault: `must name a file of at most ${RATES_FILE_BYTES} bytes` }
    const { rates, faults } = readRates(bytes)
    if (faults.length > 0) return { fault: `names a file with faults: ${listOf(faults)}` }
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)
    return { value: withRates(shippedRates, rates, `${shippedRates.version}+${digest}`) }
  },
}

// A device or a pipe has no size, and might have no end.
function bytesOf(path: string): Buffer | 'too large' | undefined {
  try {
    const found = statSync(path)
    if (!found.isFile()) return undefined
    return found.size > RATES_FILE_BYTES ? 'too large' : readFileSync(path)
  } catch {
    return undefined
  }
}

/** The setting of the operator's rates: its value is the whole table. */
export const taxRateSettings = {
  TAX_RATES_FILE: setting({
    kind: ratesFile,
    default: shippedRates,
    defaultText: 'the shipped rates',
    sentence:
      'A CSV file of tax rates that count besides the shipped ones, or in place of them, for every organization that enters none of its own. It is read at each start. docs/guides/taxes.md describes it.',
  }),
} as const

/** Whether the operator has a file of rates. */
export function hasOwnRates({ TAX_RATES_FILE: table }: { readonly TAX_RATES_FILE: StandardRates }): boolean {
  return table.version !== shippedRates.version
}

/** The warning of an operator's rates that add up with shipped ones; undefined where none does. */
export function addedUpSentence({ TAX_RATES_FILE: table }: { readonly TAX_RATES_FILE: StandardRates }): string | undefined {
  const found = ratesTogether(table, shippedRates).map(({ place, day, names }) => `${names.join(' and ')} in ${place} from ${day}`)
  return found.length === 0
    ? undefined
    : `TAX_RATES_FILE has taxes that are due besides shipped ones, since they have other names: ${listOf(found)}.`
}

function listOf(all: readonly string[]): string {
  const rest = all.length > SHOWN_FAULTS ? [`and ${all.length - SHOWN_FAULTS} more`] : []
  return [...all.slice(0, SHOWN_FAULTS), ...rest].join('; ')
}
