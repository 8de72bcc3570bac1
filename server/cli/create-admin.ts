import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { createAdministrator } from '#identity/passwords/index.ts'
import { addressOf } from '#identity/users/index.ts'
import { Refusal } from '#kernel/refusal.ts'
import { readHidden } from './hidden-input.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const given = z.object({ email: z.string(), name: z.string(), password: z.string().nullable() })

/** Makes the person with this address an administrator; a new person needs a password, and without one only that is answered. */
export const createAdmin: DataCommand = async (place, raw) => {
  const platform = await place.platform()
  const made = await createAdministrator(platform, { ...given.parse(raw), now: platform.clock.now() })
  if (made === 'password-needed') return { lines: [], json: { isPasswordNeeded: true }, exitCode: exits.usage }
  const { email, isNew: created } = made
  return told(created ? `The administrator ${email} can sign in now.` : `${email} is an administrator now.`, { email, created })
}

function told(line: string, json: unknown): CommandResult {
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
    if (!isAddress(email)) throw new UsageFault('--email must be an e-mail address, like ada@example.com.')
    const name = typeof options['name'] === 'string' && options['name'] ? options['name'] : (email.split('@')[0] ?? email)
    const password = options['password-stdin'] ? firstLine(await text(process.stdin)) : null
    const errand = { name: 'create-admin', work: createAdmin, makesDatabase: true }
    const first = await runRemoteCommand({ ...errand, given: { email, name, password } })
    const worked = isPasswordNeeded(first)
      ? await runRemoteCommand({ ...errand, given: { email, name, password: await readHidden(`Password for ${email}: `) } })
      : first
    tell(worked)
    return worked.exitCode
  },
}

function isAddress(given: string): boolean {
  try {
    return addressOf(given) !== ''
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function isPasswordNeeded({ json }: CommandResult): boolean {
  return typeof json === 'object' && json !== null && 'isPasswordNeeded' in json
}

function firstLine(given: string): string {
  return given.split(/\r?\n/, 1)[0] ?? ''
}
