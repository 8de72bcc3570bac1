// The lines that are a rate of requests: who is signed in, signing in, a list, and a whole sale.
import type { Agent } from 'node:http'
import type { Asked, Fixture } from '../fixture.ts'
import { asking, askOver, walkOver } from '../load.ts'
import { type Ground, startBare, startOurs, startWithoutHash, type Target } from '../targets.ts'
import { inTurns, type Line, rateRow } from './line.ts'

type Act = (target: Target, seconds: number) => ReturnType<typeof walkOver>

const startWeb = (ground: Ground) => startOurs(ground, ['--role', 'web'])

function rateLine(name: string, start: (ground: Ground) => Promise<Target>, actOf: (fixture: Fixture) => Act): Line {
  return {
    name,
    run: async (course) => {
      const ours = await start(course.ground)
      const bare = await startBare(course.ground, course.script)
      try {
        const sides = await inTurns(course, { ours, bare }, actOf(course.fixture))
        return [rateRow(name, sides, course.fixture.messages[name] ?? 0)]
      } finally {
        await Promise.all([ours.stop(), bare.stop()])
      }
    },
  }
}

const over =
  (of: (fixture: Fixture) => readonly Asked[]) =>
  (fixture: Fixture): Act =>
  (target, seconds) =>
    askOver(target, of(fixture), seconds)

/** A checkout is opened by the merchant's program and confirmed by a buyer nobody knows, with a card of the sandbox. */
async function sell(agent: Agent, target: Target, fixture: Fixture): Promise<void> {
  const { client_secret: secret } = JSON.parse(await asking(agent, target, fixture.create)) as { client_secret: string }
  const confirmed = JSON.parse(await asking(agent, target, fixture.confirm(secret))) as { status: string }
  if (confirmed.status !== 'confirmed') throw new Error(`${target.name}: a confirm came to ${confirmed.status}.`)
}

/** The lines, in the order of the table. */
export const requestLines: readonly Line[] = [
  rateLine(
    'get-session',
    startWeb,
    over(({ session }) => [session]),
  ),
  rateLine(
    'sign-in',
    startWithoutHash,
    over(({ signIns }) => signIns),
  ),
  rateLine(
    'product list',
    startWeb,
    over(({ products }) => [products]),
  ),
  rateLine(
    'checkout to paid order',
    startWeb,
    (fixture) => (target, seconds) => walkOver((agent) => sell(agent, target, fixture), seconds),
  ),
]
