// A quiet merchant beside a user who does their worst, on both databases.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cores, pinned } from '../machine.ts'
import { aQuietMerchant, type Latencies } from '../neighbours/quiet-merchant.ts'
import { startServer, type TargetSetup } from '../targets.ts'
import type { Line, LineOptions, Row } from './line.ts'

const SETTINGS = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' }
const ORGANIZATIONS = 30
/** Seconds until the endpoints of the noisy user have taken what they may take. */
const SETTLE_SECONDS = 10

/** A percentile of latencies, in milliseconds. */
function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

async function startNoise(url: string, cores: Cores | undefined): Promise<ChildProcess> {
  const args = ['bench/neighbours/noisy-user.ts', url, String(ORGANIZATIONS)]
  const [command = '', ...rest] = pinned(cores?.load, [process.execPath, ...args])
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The noisy user could not set up.'))),
  ])
  return child
}

async function rowsOn(setup: TargetSetup, { rounds, seconds }: LineOptions, database: string): Promise<readonly Row[]> {
  const server = await startServer({ ...setup, settings: SETTINGS }, [])
  const merchant = await aQuietMerchant(server.url)
  const noise = await startNoise(server.url, setup.cores)
  try {
    await merchant.measure(SETTLE_SECONDS / 2)
    const alone = await merchant.measure(rounds * seconds)
    noise.stdin?.write('go\n')
    await wait(SETTLE_SECONDS * 1000)
    const beside = await merchant.measure(rounds * seconds)
    return (['requests', 'webhooks'] as const).map((kind) =>
      rowOf(`p99 of a quiet merchant's ${kind}, ${database}`, kind, { alone, beside }),
    )
  } finally {
    noise.kill('SIGKILL')
    await server.stop()
    await merchant.close()
  }
}

function rowOf(line: string, kind: keyof Latencies, { alone, beside }: Readonly<Record<'alone' | 'beside', Latencies>>): Row {
  const [ours, bare] = [percentile(beside[kind], 0.99), percentile(alone[kind], 0.99)]
  const middle = (latencies: Latencies) => percentile(latencies[kind], 0.5).toFixed(1)
  const both = (latencies: Latencies) => `${middle(latencies)} / ${percentile(latencies[kind], 0.99).toFixed(1)}`
  return {
    line,
    ours: `${ours.toFixed(0)} ms`,
    bare: `${bare.toFixed(0)} ms alone`,
    ratio: (ours / bare).toFixed(2),
    cpu: '',
    times: `${both(beside)}; ${both(alone)}`,
    limit: `${beside[kind].length}; ${alone[kind].length} measured`,
  }
}

/** The line: the third column is the merchant alone, in the same run, instead of a bare target. */
export const neighboursLine: Line = {
  name: 'quiet merchant beside a noisy user',
  run: async (options) => {
    const { setup } = options
    const embedded = { ...setup, isEmbedded: true, folder: mkdtempSync(join(setup.folder, 'embedded-')) }
    return [...(await rowsOn(setup, options, 'PostgreSQL')), ...(await rowsOn(embedded, options, 'embedded database'))]
  },
}
