// Ingestion of usage events, 100 and 1,000 a request: beside a bare target that sends the same statements, and beside one that sends those
// of each event alone.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicationOn, type BenchRequest } from '../fixture.ts'
import { type Round, sendFresh } from '../load.ts'
import { flowOf, type RecordedRequest, recordRequest } from '../record.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { startBare, startServer, type Target } from '../targets.ts'
import { aUsageMerchant, ingestionOf, type UsageMerchant } from '../usage/merchant.ts'
import { inTurns, type Line, type LineOptions, type Row, rateRow } from './line.ts'

/** Events of a request. */
const SIZES = [100, 1000]
const CUSTOMERS = Number(process.env['BENCH_CUSTOMERS'] ?? 10_000)
/** Different requests, of other customers each: more than connections, so that they do not wait for the rows of one another. */
const TURNS = 20

/** The requests of a merchant, in turn. */
function requestsOf(owner: UsageMerchant, size: number): () => BenchRequest {
  let turn = 0
  return () => {
    turn += 1
    return ingestionOf(owner, size, (turn % TURNS) * size)
  }
}

/** Records the requests twice, and writes the script of a bare target. Returns its path and how many statements each takes. */
async function writeScript({ setup: { databaseUrl, folder } }: LineOptions, owner: UsageMerchant, size: number) {
  const application = await applicationOn(databaseUrl)
  try {
    const next = requestsOf(owner, size)
    const recordAll = async () => {
      const recorded: RecordedRequest[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { method, path, ...sent } = next()
        recorded.push(await recordRequest(method, path, () => application.request(method, path, sent)))
      }
      return recorded
    }
    // The first ones create the windows of the customers.
    await recordAll()
    const [recording, another] = [await recordAll(), await recordAll()]
    const flows = recording.map((each, turn) => flowOf([each], another.slice(turn, turn + 1)))
    const script = join(folder, `ingestion-${size}.json`)
    writeFileSync(script, JSON.stringify({ flows }))
    return { script, statementCount: recording[0]?.statements.length ?? 0 }
  } finally {
    await application.close()
  }
}

/** Rounds whose figures are those of one event. */
function perEvent(rounds: readonly Round[], size: number): readonly Round[] {
  return rounds.map((round) => ({
    ...round,
    perSecond: round.perSecond * size,
    cpuMicros: round.cpuMicros === undefined ? undefined : round.cpuMicros / size,
  }))
}

async function rowsOf(options: LineOptions, owner: UsageMerchant, size: number): Promise<readonly Row[]> {
  const { setup } = options
  const { script, statementCount } = await writeScript(options, owner, size)
  const single = await writeScript(options, owner, 1)
  await query(setup.databaseUrl, 'vacuum analyze')
  const targets = {
    ours: await startServer(setup, ['--role', 'web']),
    bare: await startBare(setup, script),
    single: await startBare(setup, single.script),
  }
  const next = { many: requestsOf(owner, size), one: requestsOf(owner, 1) }
  const send = (target: Target, seconds: number) => sendFresh(target, target === targets.single ? next.one : next.many, seconds)
  try {
    const rounds = await inTurns(options, targets, send)
    const [ours, bare] = [perEvent(rounds.ours, size), perEvent(rounds.bare, size)]
    const line = `events, ${size} a request`
    return [
      rateRow(line, { ours, bare }, statementCount),
      rateRow(`${line}, beside single ones by hand`, { ours, bare: rounds.single }, statementCount),
    ]
  } finally {
    await Promise.all(Object.values(targets).map((target) => target.stop()))
  }
}

export const ingestionLine: Line = {
  name: 'ingestion',
  run: async (options) => {
    const rows: Row[] = []
    for (const size of SIZES) {
      // A separate database for each, so that both begin with empty tables.
      const databaseUrl = await createDatabase(options.setup.databaseUrl, `ingestion_${size}`)
      const application = await applicationOn(databaseUrl)
      const owner = await aUsageMerchant(application, { databaseUrl, customers: CUSTOMERS })
      await application.close()
      rows.push(...(await rowsOf({ ...options, setup: { ...options.setup, databaseUrl } }, owner, size)))
    }
    return rows
  },
}
