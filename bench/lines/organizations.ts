// Organizations made, listed, seen whole and invited to, with limits on: beside the bare target and, with --rivals, beside better-auth.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askFresh, askShared } from '../load.ts'
import { creating, holdings, inTurn, inviting, listing, manyTimes, viewing } from '../organizations/asking.ts'
import { AMONG, fillOrganizations } from '../organizations/filling.ts'
import { type Landscape, landscapeOf } from '../organizations/landscape.ts'
import { type Recordings, recordingsOf } from '../organizations/recordings.ts'
import { makeDatabase, type Rival, rivalsOn } from '../rivals/rivals.ts'
import { type Ground, startBare, startOurs, startRival, startWithoutHash, type Target } from '../targets.ts'
import { rowOf, type Side } from './beside.ts'
import type { Course, Line, Row } from './line.ts'

/** Limits are on: requests come from many networks, told by a proxy on this machine. Nobody meets the limit of an organization. */
const SETTINGS = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback', INVITATION_LIMIT: '10000' }
const WARM_SECONDS = 2
/** What the goals are told of. */
const MEANT = '1.2'

/** A server and who asks it. */
interface Place {
  readonly target: Target
  readonly landscape: Landscape
}

interface Places {
  readonly web: Place
  readonly bare: Target
  readonly rivals: Readonly<Record<string, Place>>
  readonly messages: Recordings['messages']
}

type Call = keyof Recordings['messages']

/** How a place is asked for each of the calls. */
const CALLS: Readonly<Record<Call, { readonly line: string; readonly times: number; readonly side: (place: Place) => Side }>> = {
  create: {
    line: 'create organization',
    times: 5,
    side: ({ target, landscape: { makers } }) => {
      const next = inTurn(makers)
      return { target, ask: (seconds) => askFresh(target, () => creating(next()), seconds) }
    },
  },
  list: {
    line: 'list organizations',
    times: 8,
    side: ({ target, landscape: { owners } }) => {
      const next = inTurn(owners)
      const asked = manyTimes(() => listing(next().person))
      return { target, ask: (seconds) => askShared(target, asked, seconds) }
    },
  },
  full: {
    line: 'get-full-organization, 100 members',
    times: 2.5,
    side: ({ target, landscape: { watchers } }) => {
      const next = inTurn(holdings(watchers))
      const asked = manyTimes(() => {
        const { person, organizationId } = next()
        return viewing(person, organizationId)
      })
      return { target, ask: (seconds) => askShared(target, asked, seconds) }
    },
  },
  invite: {
    line: 'invite-member',
    times: 5.5,
    side: ({ target, landscape: { owners } }) => {
      const next = inTurn(holdings(owners))
      const ask = () => {
        const { person, organizationId } = next()
        return inviting(person, organizationId)
      }
      return { target, ask: (seconds) => askFresh(target, ask, seconds) }
    },
  },
}

/** Each side is asked everything before anything is measured: what runs first would else be measured with a program not yet compiled. */
async function warmUp({ web, bare, rivals }: Places, seconds: number): Promise<void> {
  for (const place of [web, { ...web, target: bare }, ...Object.values(rivals)])
    for (const { side } of Object.values(CALLS)) await side(place).ask(seconds)
}

async function rates(course: Course, { web, bare, rivals, messages }: Places, among: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [call, { line, times, side }] of Object.entries(CALLS) as [Call, (typeof CALLS)[Call]][]) {
    const others = Object.entries(rivals).map(([version, place]) => [version, side(place)] as const)
    const sides = { ours: side(web), bare: side({ ...web, target: bare }), ...Object.fromEntries(others) }
    const meant = others.find(([version]) => version.startsWith(MEANT))?.[0]
    rows.push(
      await rowOf(course, {
        line: `${line}${among}`,
        messages: messages[call],
        sides,
        ...(meant === undefined ? {} : { goal: { side: meant, times } }),
      }),
    )
  }
  return rows
}

/** Rejects where a server shows less than the others: what is not compared must not be faster for it. */
async function checkViews({ target, landscape }: Place): Promise<void> {
  const [holding] = holdings(landscape.watchers)
  const [owner] = landscape.owners
  if (!holding || !owner) throw new Error('Nobody is there to ask.')
  const asked = [viewing(holding.person, holding.organizationId), listing(owner.person)]
  const answers = await Promise.all(asked.map(async ({ path, headers }) => (await fetch(`${target.address}${path}`, { headers })).json()))
  const [full, list] = answers as [{ members?: unknown[]; teams?: unknown[] }, unknown[]]
  const seen = [full.members?.length, full.teams?.length, list.length]
  if (seen.join() !== '100,1,4') throw new Error(`${target.name} shows other organizations than were laid out: ${seen}`)
}

async function placesOf(ground: Ground, rivals: readonly Rival[]): Promise<Places> {
  const house = await startWithoutHash({ ...ground, profiles: undefined })
  const landscape = await landscapeOf(house, ground.databaseUrl, 'ours').finally(() => house.stop())
  const { flows, messages } = await recordingsOf(ground.databaseUrl, SETTINGS, landscape)
  const script = join(ground.folder, 'organizations.json')
  writeFileSync(script, JSON.stringify({ flows }))
  const others: Record<string, Place> = {}
  for (const { version, folder, databaseUrl } of rivals) {
    const target = await startRival({ ...ground, databaseUrl }, folder, 'organizations')
    others[version] = { target, landscape: await landscapeOf(target, databaseUrl, 'theirs') }
  }
  const web = { target: await startOurs(ground, ['--role', 'web']), landscape }
  for (const place of [web, ...Object.values(others)]) await checkViews(place)
  return { web, bare: await startBare(ground, script), rivals: others, messages }
}

export const organizationsLine: Line = {
  name: 'organizations',
  run: async (course) => {
    // A database of its own: nothing that another line left is in it.
    const databaseUrl = await makeDatabase(course.ground.databaseUrl, 'organizations')
    const ground = { ...course.ground, databaseUrl, settings: SETTINGS }
    const rivals = course.withRivals ? await rivalsOn(databaseUrl, 'organizations') : []
    const places = await placesOf(ground, rivals)
    try {
      await warmUp(places, Math.max(WARM_SECONDS, course.seconds / 2))
      const rows = await rates(course, places, '')
      await fillOrganizations(databaseUrl, 'ours')
      for (const rival of rivals) await fillOrganizations(rival.databaseUrl, 'theirs')
      return [...rows, ...(await rates(course, places, AMONG))]
    } finally {
      const { web, bare, rivals: others } = places
      await Promise.all([web.target, bare, ...Object.values(others).map(({ target }) => target)].map((each) => each.stop()))
    }
  },
}
