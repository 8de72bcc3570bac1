// Creating, listing and reading organizations and inviting to them, with limits on, compared with the bare target and, with --rivals, with better-auth.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendFresh, sendShared } from '../load.ts'
import { insertOrganizations, LINE_SUFFIX } from '../organizations/bulk-organizations.ts'
import { createOrganizationSetup, type OrganizationSetup } from '../organizations/organization-setup.ts'
import { type Recordings, recordingsOf } from '../organizations/recordings.ts'
import {
  createRequest,
  fromManyNetworks,
  inTurn,
  inviteRequest,
  listRequest,
  ownedOrganizations,
  viewRequest,
} from '../organizations/requests.ts'
import { createDatabase, type Rival, rivalsOn } from '../rivals/rivals.ts'
import { startBare, startRival, startServer, startWithoutHash, type Target, type TargetSetup } from '../targets.ts'
import { rowOf, type Side } from './comparison.ts'
import type { Line, LineOptions, Row } from './line.ts'

/** Limits are on: requests come from many networks, in the header of a proxy on this machine. No organization reaches its limit. */
const SETTINGS = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback', INVITATION_LIMIT: '10000' }
const WARM_SECONDS = 2
/** The version that the goals refer to. */
const GOAL_VERSION = '1.2'

/** A server with its users and organizations. */
interface OrganizationsServer {
  readonly target: Target
  readonly organizationSetup: OrganizationSetup
}

interface OrganizationsServers {
  readonly web: OrganizationsServer
  readonly bare: Target
  readonly rivals: Readonly<Record<string, OrganizationsServer>>
  readonly statementCounts: Recordings['statementCounts']
}

type Call = keyof Recordings['statementCounts']

/** The requests of each line. */
const CALLS: Readonly<
  Record<Call, { readonly line: string; readonly times: number; readonly side: (server: OrganizationsServer) => Side }>
> = {
  create: {
    line: 'create organization',
    times: 5,
    side: ({ target, organizationSetup: { creators } }) => {
      const next = inTurn(creators)
      return { target, send: (seconds) => sendFresh(target, () => createRequest(next()), seconds) }
    },
  },
  list: {
    line: 'list organizations',
    times: 8,
    side: ({ target, organizationSetup: { owners } }) => {
      const next = inTurn(owners)
      const requests = fromManyNetworks(() => listRequest(next().user))
      return { target, send: (seconds) => sendShared(target, requests, seconds) }
    },
  },
  full: {
    line: 'get-full-organization, 100 members',
    times: 2.5,
    side: ({ target, organizationSetup: { viewers } }) => {
      const next = inTurn(ownedOrganizations(viewers))
      const requests = fromManyNetworks(() => {
        const { user, organizationId } = next()
        return viewRequest(user, organizationId)
      })
      return { target, send: (seconds) => sendShared(target, requests, seconds) }
    },
  },
  invite: {
    line: 'invite-member',
    times: 5.5,
    side: ({ target, organizationSetup: { owners } }) => {
      const next = inTurn(ownedOrganizations(owners))
      const nextInvitation = () => {
        const { user, organizationId } = next()
        return inviteRequest(user, organizationId)
      }
      return { target, send: (seconds) => sendFresh(target, nextInvitation, seconds) }
    },
  },
}

/** Sends every request to each side before the measurement, so that the first line does not measure JIT compilation. */
async function warmUp({ web, bare, rivals }: OrganizationsServers, seconds: number): Promise<void> {
  for (const server of [web, { ...web, target: bare }, ...Object.values(rivals)])
    for (const { side } of Object.values(CALLS)) await side(server).send(seconds)
}

async function rates(options: LineOptions, { web, bare, rivals, statementCounts }: OrganizationsServers, suffix: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [call, { line, times, side }] of Object.entries(CALLS) as [Call, (typeof CALLS)[Call]][]) {
    const others = Object.entries(rivals).map(([version, server]) => [version, side(server)] as const)
    const sides = { ours: side(web), bare: side({ ...web, target: bare }), ...Object.fromEntries(others) }
    const goalVersion = others.find(([version]) => version.startsWith(GOAL_VERSION))?.[0]
    rows.push(
      await rowOf(options, {
        line: `${line}${suffix}`,
        statementCount: statementCounts[call],
        sides,
        ...(goalVersion === undefined ? {} : { goal: { side: goalVersion, times } }),
      }),
    )
  }
  return rows
}

/** Rejects when a server returns less data than the others. */
async function checkViews({ target, organizationSetup }: OrganizationsServer): Promise<void> {
  const [owned] = ownedOrganizations(organizationSetup.viewers)
  const [owner] = organizationSetup.owners
  if (!owned || !owner) throw new Error('There is no user.')
  const requests = [viewRequest(owned.user, owned.organizationId), listRequest(owner.user)]
  const answers = await Promise.all(requests.map(async ({ path, headers }) => (await fetch(`${target.url}${path}`, { headers })).json()))
  const [full, list] = answers as [{ members?: unknown[]; teams?: unknown[] }, unknown[]]
  const counts = [full.members?.length, full.teams?.length, list.length]
  if (counts.join() !== '100,1,4') throw new Error(`${target.name} returns other organizations than were inserted: ${counts}`)
}

async function startServers(setup: TargetSetup, rivals: readonly Rival[]): Promise<OrganizationsServers> {
  const withoutHash = await startWithoutHash({ ...setup, profiles: undefined })
  const organizationSetup = await createOrganizationSetup(withoutHash, setup.databaseUrl, 'ours').finally(() => withoutHash.stop())
  const { flows, statementCounts } = await recordingsOf(setup.databaseUrl, SETTINGS, organizationSetup)
  const script = join(setup.folder, 'organizations.json')
  writeFileSync(script, JSON.stringify({ flows }))
  const others: Record<string, OrganizationsServer> = {}
  for (const { version, folder, databaseUrl } of rivals) {
    const target = await startRival({ ...setup, databaseUrl }, folder, 'organizations')
    others[version] = { target, organizationSetup: await createOrganizationSetup(target, databaseUrl, 'theirs') }
  }
  const web = { target: await startServer(setup, ['--role', 'web']), organizationSetup }
  for (const server of [web, ...Object.values(others)]) await checkViews(server)
  return { web, bare: await startBare(setup, script), rivals: others, statementCounts }
}

export const organizationsLine: Line = {
  name: 'organizations',
  run: async (options) => {
    // A separate database, without the data of other lines.
    const databaseUrl = await createDatabase(options.setup.databaseUrl, 'organizations')
    const setup = { ...options.setup, databaseUrl, settings: SETTINGS }
    const rivals = options.withRivals ? await rivalsOn(databaseUrl, 'organizations') : []
    const servers = await startServers(setup, rivals)
    try {
      await warmUp(servers, Math.max(WARM_SECONDS, options.seconds / 2))
      const rows = await rates(options, servers, '')
      await insertOrganizations(databaseUrl, 'ours')
      for (const rival of rivals) await insertOrganizations(rival.databaseUrl, 'theirs')
      return [...rows, ...(await rates(options, servers, LINE_SUFFIX))]
    } finally {
      const { web, bare, rivals: others } = servers
      await Promise.all([web.target, bare, ...Object.values(others).map(({ target }) => target)].map((each) => each.stop()))
    }
  },
}
