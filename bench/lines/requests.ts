// The lines that measure a rate of requests: get-session, sign-in, a list, and a complete sale.
import type { Agent } from 'node:http'
import type { BenchRequest, Fixture } from '../fixture.ts'
import { repeatFlow, repeatRequests, sendRequest } from '../load.ts'
import { startBare, startServer, startWithoutHash, type Target, type TargetSetup } from '../targets.ts'
import { inTurns, type Line, rateRow } from './line.ts'

type Act = (target: Target, seconds: number) => ReturnType<typeof repeatFlow>

const startWeb = (setup: TargetSetup) => startServer(setup, ['--role', 'web'])

function rateLine(name: string, start: (setup: TargetSetup) => Promise<Target>, actOf: (fixture: Fixture) => Act): Line {
  return {
    name,
    run: async (options) => {
      const ours = await start(options.setup)
      const bare = await startBare(options.setup, options.script)
      try {
        const sides = await inTurns(options, { ours, bare }, actOf(options.fixture))
        return [rateRow(name, sides, options.fixture.statementCounts[name] ?? 0)]
      } finally {
        await Promise.all([ours.stop(), bare.stop()])
      }
    },
  }
}

const over =
  (of: (fixture: Fixture) => readonly BenchRequest[]) =>
  (fixture: Fixture): Act =>
  (target, seconds) =>
    repeatRequests(target, of(fixture), seconds)

/** The merchant's program creates a checkout, and a new buyer confirms it with a sandbox card. */
async function sell(agent: Agent, target: Target, fixture: Fixture): Promise<void> {
  const { client_secret: secret } = JSON.parse(await sendRequest(agent, target, fixture.create)) as { client_secret: string }
  const confirmed = JSON.parse(await sendRequest(agent, target, fixture.confirm(secret))) as { status: string }
  if (confirmed.status !== 'confirmed') throw new Error(`${target.name}: a confirm ended as ${confirmed.status}.`)
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
    'product create',
    startWeb,
    over(({ newProduct }) => [newProduct]),
  ),
  rateLine(
    'checkout to paid order',
    startWeb,
    (fixture) => (target, seconds) => repeatFlow((agent) => sell(agent, target, fixture), seconds),
  ),
]
