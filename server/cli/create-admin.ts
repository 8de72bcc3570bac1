import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { savePassword } from '#identity/accounts/index.ts'
import { addressOf, createUser, lockUserByEmail, promoteUser } from '#identity/users/index.ts'
import { ADMINISTRATOR } from '#identity/users/model.ts'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { type DataWork, onData, type Worked } from './errand.ts'
import { readHidden } from './hidden-input.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const given = z.object({ email: z.string(), name: z.string(), password: z.string().nullable() })
type Given = z.output<typeof given>

/** Makes the person with this address an administrator; a new person needs a password, and without one only that is answered. */
export const createAdmin: DataWork = async (place, raw) => {
  const wanted = given.parse(raw)
  const platform = await place.platform()
  const email = addressOf(wanted.email)
  const isKnown = await platform.database.transaction(async (tx) => {
    const known = await lockUserByEmail(tx, email)
    if (known) await promote(platform, tx, known.id)
    return known !== undefined && known !== null
  })
  if (isKnown) return told(`${email} is an administrator now.`, { email, created: false })
  if (wanted.password === null) return { lines: [], json: { isPasswordNeeded: true }, exitCode: exits.usage }
  return create(platform, { ...wanted, email, password: wanted.password })
}

async function create(platform: AssembledPlatform, wanted: Given & { readonly password: string }): Promise<Worked> {
  const { MIN_PASSWORD_LENGTH: min, MAX_PASSWORD_LENGTH: max } = platform.settings
  if (wanted.password.length < min || wanted.password.length > max) throw new Error(`The password must have ${min} to ${max} characters.`)
  const now = platform.clock.now()
  const hash = await platform.passwords.hash(wanted.password)
  await platform.database.transaction(async (tx) => {
    const user = await createUser(tx, platform, {
      email: wanted.email,
      name: wanted.name,
      emailVerified: true,
      role: ADMINISTRATOR,
      image: null,
      username: null,
      displayUsername: null,
      now,
    })
    await savePassword(tx, { userId: user.id, hash, now })
    await note(platform, tx, { userId: user.id, action: 'user.created_as_administrator' })
  })
  return told(`The administrator ${wanted.email} can sign in now.`, { email: wanted.email, created: true })
}

type Tx = Parameters<typeof promoteUser>[0]

async function promote(platform: AssembledPlatform, tx: Tx, userId: string): Promise<void> {
  await promoteUser(tx, userId, platform.clock.now())
  await note(platform, tx, { userId, action: 'user.made_administrator' })
}

async function note(platform: AssembledPlatform, tx: Tx, { userId, action }: { userId: string; action: string }): Promise<void> {
  const now = platform.clock.now()
  await platform.audit.append(tx, {
    action,
    organizationId: null,
    userId,
    caller: { kind: 'nobody' },
    details: { via: 'command line' },
    now,
  })
}

function told(line: string, json: unknown): Worked {
  return { lines: [line], json, exitCode: exits.well }
}

export const verb: Verb = {
  usage: '--email <address>',
  summary: 'Makes an administrator of the platform: a new account, or one that exists.',
  options: {
    email: { type: 'string', value: 'address', sentence: 'Whose account it is. An existing one is promoted and keeps its password.' },
    name: { type: 'string', value: 'name', sentence: 'The name of a new account; the part before the @ unless told.' },
    'password-stdin': { type: 'boolean', sentence: 'Reads the password of a new account from standard input.' },
  },
  details: ['The password of a new account is asked for on a terminal; elsewhere it is read with --password-stdin.'],
  run: async ({ options, tell }) => {
    const email = options['email']
    if (typeof email !== 'string' || !email) throw new UsageFault('--email is missing.')
    const name = typeof options['name'] === 'string' && options['name'] ? options['name'] : (email.split('@')[0] ?? email)
    const password = options['password-stdin'] ? firstLine(await text(process.stdin)) : null
    const errand = { name: 'create-admin', work: createAdmin, makesDatabase: true }
    const first = await onData({ ...errand, given: { email, name, password } })
    const worked = isPasswordNeeded(first)
      ? await onData({ ...errand, given: { email, name, password: await readHidden(`Password for ${email}: `) } })
      : first
    tell(worked)
    return worked.exitCode
  },
}

function isPasswordNeeded({ json }: Worked): boolean {
  return typeof json === 'object' && json !== null && 'isPasswordNeeded' in json
}

function firstLine(given: string): string {
  return given.split(/\r?\n/, 1)[0] ?? ''
}
