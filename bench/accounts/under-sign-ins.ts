// How long who is signed in waits to hear so, while 100 people sign in at once with the real hash.
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '#platform/clock.ts'
import type { Row } from '../lines/line.ts'
import { median } from '../lines/line.ts'
import { answerOf, asking } from '../load.ts'
import type { Target } from '../targets.ts'
import { looks, type Person, signIn } from './crowd.ts'

const AT_ONCE = 100
/** So many ask, each again this long after its answer: some hundreds of requests a second. */
const ASKERS = 8
const PAUSE_MS = 15

/** Milliseconds of each answer until `isOver`. */
async function timesUntil(target: Target, people: readonly Person[], isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: ASKERS })
  const asked = looks(
    people.map(({ session }) => session),
    'store',
  )
  const timesMs: number[] = []
  const one = async (): Promise<void> => {
    while (!isOver()) {
      const next = asked[timesMs.length % asked.length]
      const begunMs = monotonicMs()
      if (next) await asking(agent, target, next)
      timesMs.push(monotonicMs() - begunMs)
      await wait(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: ASKERS }, one))
  agent.destroy()
  return timesMs
}

/** How many of 100 who sign in at once were let in; the others were told that the server is busy. */
async function signInTogether(target: Target, people: readonly Person[], agent: Agent): Promise<number> {
  const answers = await Promise.all(people.slice(0, AT_ONCE).map(async (person) => (await answerOf(agent, target, signIn(person))).status))
  const odd = answers.find((status) => status !== 200 && status !== 503)
  if (odd) throw new Error(`${target.name}: a sign-in was answered ${odd}.`)
  return answers.filter((status) => status === 200).length
}

const p99 = (timesMs: readonly number[]) => timesMs.toSorted((a, b) => a - b)[Math.floor(timesMs.length * 0.99)] ?? 0

/** The row: p99 while 100 sign in, and as long without them, in turn. */
export async function underSignIns(target: Target, people: readonly Person[], rounds: number): Promise<Row> {
  const busy: number[] = []
  const quiet: number[] = []
  const tookMs: number[] = []
  const letIn: number[] = []
  // Their connections are open before: to make a hundred of them would keep the load from looking.
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  await signInTogether(target, people, agent)
  for (let round = 0; round < rounds; round += 1) {
    const begunMs = monotonicMs()
    let isDone = false
    const signingIn = signInTogether(target, people, agent).finally(() => {
      isDone = true
    })
    busy.push(p99(await timesUntil(target, people, () => isDone)))
    letIn.push(await signingIn)
    tookMs.push(monotonicMs() - begunMs)
    const untilMs = monotonicMs() + (tookMs.at(-1) ?? 0)
    quiet.push(p99(await timesUntil(target, people, () => monotonicMs() > untilMs)))
  }
  agent.destroy()
  const ratio = median(busy.map((ms, at) => ms / (quiet[at] ?? ms))).toFixed(2)
  const limit = `${median(letIn)} of 100 were let in, anybody else told to come again; it took ${median(tookMs).toFixed(0)} ms`
  const line = 'get-session, p99 while 100 sign in; quiet'
  return { line, ours: `${median(busy).toFixed(1)} ms`, bare: `${median(quiet).toFixed(1)} ms`, ratio, cpu: '', times: '', limit }
}
