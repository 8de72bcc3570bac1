// What the house sends to the database for each person of the crowd, for the bare target.
import { messagesOf, recorderOn } from '../recorder.ts'
import type { Flow } from '../script.ts'
import { look, type Person, signIn, signUp } from './crowd.ts'

/** The recordings, and how many messages each of the lines costs. */
export interface Recordings {
  readonly flows: readonly Flow[]
  readonly messages: { readonly look: number; readonly signIn: number; readonly signUp: number }
}

/** Records what each of `people` asks for in a house of this process on the same database. */
export async function recordingsOf(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  people: readonly Person[],
): Promise<Recordings> {
  const { twice, close } = await recorderOn(databaseUrl, settings)
  try {
    const flows: Flow[] = []
    for (const person of people) {
      flows.push(await twice(() => look(person.session, 'store')))
      flows.push(await twice(() => signIn(person)))
    }
    const signedUp = await twice(signUp)
    const [looked, signedIn] = flows
    const unasked = looked?.exchanges.map((each) => ({ ...each, path: ['/api/auth/get-session'], statements: [] })) ?? []
    const messages = { look: messagesOf(looked), signIn: messagesOf(signedIn), signUp: messagesOf(signedUp) }
    return { flows: [...flows, signedUp, { words: [], exchanges: unasked }], messages }
  } finally {
    await close()
  }
}
