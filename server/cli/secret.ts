import { z } from 'zod'
import { monotonicMs } from '#platform/clock.ts'
import { countOutdatedSeals, type ResealCursor, resealStart, resealStep } from '#platform/crypto/reseal.ts'
import { newSecret } from '#platform/settings/secret.ts'
import type { WorkControl } from '#platform/work-control.ts'
import { type CommandResult, type DataCommand, runWhereTheDataIs, withProgress } from './remote-command.ts'
import { exits, UsageFault, type Verb, type VerbCall } from './verb.ts'

/** The time for which one call goes on, in milliseconds; the other work of a running server comes between its statements. */
const CALL_MS = 2000
/** A pass repeats what was written meanwhile; more are needed only while an instance still seals with an earlier secret. */
const PASSES_MAX = 5

const inputShape = z.object({ cursor: z.object({ column: z.int().min(0), at: z.string().regex(/^\(\d+,\d+\)$/) }) })

/** The answer to one call: how far the pass has come. */
interface Progress {
  readonly next: ResealCursor | null
  readonly resealed: number
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
  const progress: Progress = { next, resealed, left }
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

async function rotate({ report }: VerbCall): Promise<number> {
  const display = { label: 'Encrypting stored values', endsAfterBatch: true }
  const { resealed, left, isStopped } = await withProgress(display, resealAll)
  const { previous, unknown } = left ?? { previous: 0, unknown: 0 }
  const state = previous
    ? `${previous} are still encrypted with an earlier one, or cannot be opened with it: do all instances have the present one?`
    : 'No value needs AUTH_SECRET_PREVIOUS any more.'
  report({
    lines: [
      `${resealed} values were encrypted with the present AUTH_SECRET.`,
      isStopped ? 'Stopped before the end. Run guildhall secret rotate again to encrypt the rest.' : state,
      ...(unknown ? [`${unknown} are encrypted with a secret that no setting names. They stay hidden.`] : []),
    ],
    json: { resealed, previous, unknown, isStopped },
  })
  if (isStopped) return exits.stopped
  return previous ? exits.failed : exits.ok
}

interface RotationResult {
  readonly resealed: number
  readonly left: Progress['left']
  /** Whether it was stopped before it could know what is left. */
  readonly isStopped: boolean
}

async function resealAll(control: WorkControl): Promise<RotationResult> {
  let resealed = 0
  for (let pass = 0; ; pass += 1) {
    const done = await onePass({ ...control, onProgress: (part) => control.onProgress({ ...part, done: resealed + part.done }) })
    resealed += done.resealed
    if (done.isStopped || !done.resealed || pass === PASSES_MAX - 1) return { ...done, resealed }
  }
}

async function onePass(control: WorkControl): Promise<RotationResult> {
  let resealed = 0
  let cursor: ResealCursor | null = resealStart
  let left: Progress['left'] = null
  while (cursor) {
    if (control.signal.aborted) return { resealed, left, isStopped: true }
    const command = { name: 'secret', run: resealValues, input: { cursor } }
    const { json } = await runWhereTheDataIs(command, { onProgress: () => undefined, signal: control.signal })
    const progress = json as Progress
    resealed += progress.resealed
    control.onProgress({ done: resealed, noun: 'values', share: null })
    cursor = progress.next
    left = progress.left
  }
  return { resealed, left, isStopped: false }
}
