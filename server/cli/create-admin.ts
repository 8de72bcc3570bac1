import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { createAdministrator } from '#identity/passwords/index.ts'
import { parseEmail } from '#identity/users/index.ts'
import { Refusal } from '#kernel/refusal.ts'
import { readHidden } from './hidden-input.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const inputShape = z.object({ email: z.string(), name: z.string(), password: z.string().nullable() })

/**
 * Promotes the user with this email or creates an administrator. A new user needs a password; without one the result only says so
 * (`isPasswordNeeded`).
 */
export const createAdmin: DataCommand = async (context, input) => {
  const platform = await context.platform()
  const administrator = await createAdministrator(platform, { ...inputShape.parse(input), now: platform.clock.now() })
  if (administrator === 'password-needed') return { lines: [], json: { isPasswordNeeded: true }, exitCode: exits.usage }
  const { email, isNew: created } = administrator
  return resultOf(created ? `The administrator ${email} can sign in now.` : `${email} is an administrator now.`, { email, created })
}

function resultOf(line: string, json: unknown): CommandResult {
  return { lines: [line], json, exitCode: exits.ok }
}

export const verb: Verb = {
  usage: '<email>',
  args: 1,
  summary: 'Creates an administrator of the platform, or promotes an existing user.',
  options: {
    email: {
      type: 'string',
      value: 'email',
      sentence: 'The same as the argument.',
    },
    name: { type: 'string', value: 'name', sentence: 'The name of a new account; by default the part of the email before the @.' },
    'password-stdin': { type: 'boolean', sentence: 'Reads the password of a new account from standard input.' },
  },
  details: [
    'An existing account is promoted and keeps its password.',
    'A terminal prompts for the password of a new account; without a terminal, use --password-stdin.',
  ],
  run: async ({ options, args, report }) => {
    const email = args[0] ?? options['email']
    if (args[0] !== undefined && options['email'] !== undefined) throw new UsageFault('The email is given twice.')
    if (typeof email !== 'string' || !email) throw new UsageFault('The email is missing.')
    if (!isEmail(email)) throw new UsageFault(`${JSON.stringify(email)} is not an email like ada@example.com.`)
    const name = typeof options['name'] === 'string' && options['name'] ? options['name'] : (email.split('@')[0] ?? email)
    const password = options['password-stdin'] ? firstLine(await text(process.stdin)) : null
    const command = { name: 'create-admin', run: createAdmin, createsDatabase: true, label: 'Creating the administrator' }
    const first = await runRemoteCommand({ ...command, input: { email, name, password } })
    const result = isPasswordNeeded(first)
      ? await runRemoteCommand({ ...command, input: { email, name, password: await readHidden(`Password for ${email}: `) } })
      : first
    report(result)
    return result.exitCode
  },
}

function isEmail(text: string): boolean {
  try {
    return parseEmail(text) !== ''
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function isPasswordNeeded({ json }: CommandResult): boolean {
  return typeof json === 'object' && json !== null && 'isPasswordNeeded' in json
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? ''
}
