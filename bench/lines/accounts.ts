// Who is signed in, signing in and signing up, with limits on: beside the bare target and, with --rivals, beside better-auth.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crowdOf, looks, type Person, signingIn, signUp, withCopies } from '../accounts/crowd.ts'
import { fill, MANY } from '../accounts/filling.ts'
import { recordingsOf } from '../accounts/recordings.ts'
import { underSignIns } from '../accounts/under-sign-ins.ts'
import { askFresh, askShared } from '../load.ts'
import { query, type Rival, rivalsOn } from '../rivals/rivals.ts'
import { type Ground, startBare, startOurs, startRival, startWithoutHash, type Target } from '../targets.ts'
import { rowOf, type Side } from './beside.ts'
import type { Course, Line, Row } from './line.ts'

/** Limits are on: requests come from many networks, told by a proxy on this machine. Copies outlive the run, on every side. */
const SETTINGS = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback', SESSION_COOKIE_CACHE_MAX_AGE: '3600' }
/** So many sign in with the real hash, which is slow enough for few to be plenty. */
const HASHED = 128
const HASHED_SECONDS = 5

/** A server and the people that it knows. */
interface Place {
  readonly target: Target
  readonly people: readonly Person[]
}

interface Places {
  readonly web: Place
  readonly house: Place
  readonly bare: Target
  readonly rivals: Readonly<Record<string, Place>>
  readonly messages: { readonly look: number; readonly signIn: number; readonly signUp: number }
}

function besideAll(rivals: Places['rivals'], sideOf: (place: Place) => Side): Record<string, Side> {
  return Object.fromEntries(Object.entries(rivals).map(([version, place]) => [version, sideOf(place)]))
}

/** The rows that are a rate, with the password compared and not hashed. */
async function rates(course: Course, { web, house, bare, rivals, messages }: Places, among: string): Promise<Row[]> {
  const looking = (place: Place): Side => {
    const asked = looks(
      place.people.map(({ session }) => session),
      'store',
    )
    return { target: place.target, ask: (seconds) => askShared(place.target, asked, seconds) }
  }
  const copying = async (place: Place): Promise<Side> => {
    const asked = looks(await withCopies(place.target, place.people), 'copy')
    return { target: place.target, ask: (seconds) => askShared(place.target, asked, seconds) }
  }
  const signing = (place: Place): Side => {
    const next = signingIn(place.people)
    return { target: place.target, ask: (seconds) => askFresh(place.target, next, seconds) }
  }
  const joining = ({ target }: Place): Side => ({ target, ask: (seconds) => askFresh(target, signUp, seconds) })
  const atBare = (sideOf: (place: Place) => Side, { people }: Place) => sideOf({ target: bare, people })
  const row = (line: string, count: number, sideOf: (place: Place) => Side, ours: Place) => {
    const sides = { ours: sideOf(ours), bare: atBare(sideOf, ours), ...besideAll(rivals, sideOf) }
    return rowOf(course, { line: `${line}${among}`, messages: count, sides })
  }
  const rows = [await row('get-session', messages.look, looking, web)]
  const copied: Record<string, Side> = { ours: await copying(web) }
  const asked = looks(
    web.people.map(({ session }) => session),
    'copy',
  )
  copied['bare'] = { target: bare, ask: (seconds) => askShared(bare, asked, seconds) }
  for (const [version, place] of Object.entries(rivals)) copied[version] = await copying(place)
  rows.push(await rowOf(course, { line: `get-session from a copy${among}`, messages: 0, sides: copied }))
  rows.push(await row('sign-in', messages.signIn, signing, house))
  rows.push(await row('sign-up', messages.signUp, joining, house))
  return rows
}

/** The rows with the hash that each side uses. */
async function hashedRows(course: Course, web: Place, rivals: Readonly<Record<string, Place>>): Promise<Row[]> {
  const signing = (place: Place): Side => {
    const next = signingIn(place.people.slice(0, HASHED))
    return { target: place.target, ask: (seconds) => askFresh(place.target, next, seconds) }
  }
  const joining = ({ target }: Place): Side => ({ target, ask: (seconds) => askFresh(target, signUp, seconds) })
  // Some answer only after all who wait with them.
  const longer = { ...course, seconds: Math.max(HASHED_SECONDS, course.seconds) }
  const row = (line: string, sideOf: (place: Place) => Side) =>
    rowOf(longer, { line, messages: 2, sides: { ours: sideOf(web), ...besideAll(rivals, sideOf) } })
  return [await row('sign-in, real hash', signing), await row('sign-up, real hash', joining)]
}

/** Gives everybody who signed up the hash that the real server makes of their password; who was filled in does nothing. */
async function hashEverybody(databaseUrl: string, target: Target, whose: 'ours' | 'theirs'): Promise<void> {
  const [known] = await crowdOf(target, 1)
  const [users, accounts, user] = whose === 'ours' ? ['users', 'accounts', 'user_id'] : ['"user"', 'account', '"userId"']
  const made = `select password from ${accounts} where ${user} = (select id from ${users} where email = '${known?.email}')`
  await query(databaseUrl, `update ${accounts} set password = (${made}) where password <> 'none'`)
}

async function placesOf(ground: Ground, rivals: readonly Rival[]): Promise<Places> {
  const house = await startWithoutHash(ground)
  const people = await crowdOf(house)
  const { flows, messages } = await recordingsOf(ground.databaseUrl, SETTINGS, people)
  const script = join(ground.folder, 'accounts.json')
  writeFileSync(script, JSON.stringify({ flows }))
  const others: Record<string, Place> = {}
  for (const { version, folder, databaseUrl } of rivals) {
    const target = await startRival({ ...ground, databaseUrl }, folder, 'free')
    others[version] = { target, people: await crowdOf(target) }
  }
  const web = await startOurs(ground, ['--role', 'web'])
  return { web: { target: web, people }, house: { target: house, people }, bare: await startBare(ground, script), rivals: others, messages }
}

async function realRows(course: Course, ground: Ground, rivals: readonly Rival[], places: Places): Promise<Row[]> {
  const { web } = places
  await hashEverybody(ground.databaseUrl, web.target, 'ours')
  const others: Record<string, Place> = {}
  for (const { version, folder, databaseUrl } of rivals) {
    const target = await startRival({ ...ground, databaseUrl }, folder, 'real')
    await hashEverybody(databaseUrl, target, 'theirs')
    others[version] = { target, people: places.rivals[version]?.people ?? [] }
  }
  try {
    return [...(await hashedRows(course, web, others)), await underSignIns(web.target, web.people, course.rounds)]
  } finally {
    await Promise.all(Object.values(others).map(({ target }) => target.stop()))
  }
}

export const accountsLine: Line = {
  name: 'accounts',
  run: async (course) => {
    const ground = { ...course.ground, settings: SETTINGS }
    const rivals = course.withRivals ? await rivalsOn(ground.databaseUrl, 'accounts') : []
    const places = await placesOf(ground, rivals)
    try {
      const rows = await rates(course, places, '')
      await fill(ground.databaseUrl, 'ours')
      for (const { databaseUrl } of rivals) await fill(databaseUrl, 'theirs')
      rows.push(...(await rates(course, places, ` among ${MANY.toLocaleString('en')}`)))
      return [...rows, ...(await realRows(course, ground, rivals, places))]
    } finally {
      const { web, house, bare, rivals: others } = places
      await Promise.all([web.target, house.target, bare, ...Object.values(others).map(({ target }) => target)].map((each) => each.stop()))
    }
  },
}
