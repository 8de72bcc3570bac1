import { z } from 'zod'
import { monotonicMs } from '#platform/clock.ts'
import { countOutdatedSeals, type ResealCursor, resealStart, resealStep } from '#platform/crypto/reseal.ts'
import { sealedColumns } from '#platform/crypto/sealed-columns.ts'
import { newSecret } from '#platform/settings/secret.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb, type VerbCall } from './verb.ts'

/** How long one call goes on, in milliseconds; the other work of a running server comes between its statements. */
const CALL_MS = 2000
/** A pass repeats what was written meanwhile; more are needed only while an instance still seals with an earlier secret. */
const PASSES_MAX = 5

const inputShape = z.object({ cursor: z.object({ column: z.int().min(0), at: z.string().regex(/^\(\d+,\d+\)$/) }) })

/** The answer to one call: how far the pass has come. */
interface Progress {
  readonly next: ResealCursor | null
  readonly resealed: number
  /** The table where the pass continues. */
  readonly table: string | null
  /** At the end of the pass: what is not sealed with the present secret. */
  readonly left: { readonly previous: number; readonly unknown: number } | null
}

/** Seals the next stored values anew, from a position on. */
export const resealValues: DataCommand = async (context, input) => {
  const platform = await context.platform()
  let next: ResealCursor | null = inputShape.parse(input).cursor
  let resealed = 0
  const until = monotonicMs() + CALL_MS
  while (next && monotonicMs() < until) {
    const step = await resealStep(platform, next)
    resealed += step.resealed
    next = step.next
  }
  const left = next ? null : await countOutdatedSeals(platform.database.db, platform.secrets)
  const progress: Progress = { next, resealed, table: next && (sealedColumns()[next.column]?.table ?? null), left }
  return { lines: [], json: progress, exitCode: exits.ok } satisfies CommandResult
}

export const verb: Verb = {
  usage: '[rotate]',
  summary: 'Prints a new value for AUTH_SECRET (without a word), or encrypts stored values with the present one (rotate).',
  args: 1,
  details: [
    'To rotate the secret of an existing installation: move the old value to AUTH_SECRET_PREVIOUS, set the new one, restart every',
    'instance, then run `guildhall secret rotate`, which encrypts every stored value with the new secret while the server runs. It can',
    'be stopped and run again. Remove the old value once it exits with 0: cookies and links that it signed end then.',
    'Values whose secret is lost stay as they are; they are hidden, and `guildhall doctor` counts them.',
  ],
  run: async (call) => {
    const [action] = call.args
    if (action === 'rotate') return rotate(call)
    if (action !== undefined) throw new UsageFault(`'${action}' is not expected here.`)
    const secret = newSecret()
    call.report({ lines: [secret], json: { secret } })
    return exits.ok
  },
}

async function rotate({ report, print }: VerbCall): Promise<number> {
  let resealed = 0
  let left: Progress['left'] = null
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const done = await onePass((count, table) => print(`${resealed + count} values are encrypted anew; continuing with ${table}.`))
    resealed += done.resealed
    left = done.left
    if (!done.resealed) break
  }
  const { previous, unknown } = left ?? { previous: 0, unknown: 0 }
  report({
    lines: [
      `${resealed} values were encrypted with the present AUTH_SECRET.`,
      ...(previous
        ? [`${previous} are still encrypted with an earlier one, or cannot be opened with it: do all instances have the present one?`]
        : ['No value needs AUTH_SECRET_PREVIOUS any more.']),
      ...(unknown ? [`${unknown} are encrypted with a secret that no setting names. They stay hidden.`] : []),
    ],
    json: { resealed, previous, unknown },
  })
  return previous ? exits.failed : exits.ok
}

async function onePass(
  onProgress: (resealed: number, table: string) => void,
): Promise<{ readonly resealed: number; readonly left: Progress['left'] }> {
  let resealed = 0
  let cursor: ResealCursor | null = resealStart
  let left: Progress['left'] = null
  while (cursor) {
    const { json } = await runRemoteCommand({ name: 'secret', run: resealValues, input: { cursor } })
    const progress = json as Progress
    resealed += progress.resealed
    if (progress.resealed && progress.table !== null) onProgress(resealed, progress.table)
    cursor = progress.next
    left = progress.left
  }
  return { resealed, left }
}
