// Records the statements for each user of the account lines, for the bare target.
import { recorderOn, statementCountOf } from '../recorder.ts'
import type { Flow } from '../script.ts'
import { type BenchUser, sessionRequest, signInRequest, signUpRequest } from './users.ts'

/** The recordings, and the statements of each line. */
export interface Recordings {
  readonly flows: readonly Flow[]
  readonly statementCounts: { readonly session: number; readonly signIn: number; readonly signUp: number }
}

/** Records the requests of each user with an application in this process on the same database. */
export async function recordingsOf(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  users: readonly BenchUser[],
): Promise<Recordings> {
  const { recordTwice, close } = await recorderOn(databaseUrl, settings)
  try {
    const flows: Flow[] = []
    for (const user of users) {
      flows.push(await recordTwice(() => sessionRequest(user.session, 'database')))
      flows.push(await recordTwice(() => signInRequest(user)))
    }
    const signUpFlow = await recordTwice(signUpRequest)
    const [sessionFlow, signInFlow] = flows
    const cachedSteps = sessionFlow?.steps.map((each) => ({ ...each, path: ['/api/auth/get-session'], statements: [] })) ?? []
    const statementCounts = {
      session: statementCountOf(sessionFlow),
      signIn: statementCountOf(signInFlow),
      signUp: statementCountOf(signUpFlow),
    }
    return { flows: [...flows, signUpFlow, { tokens: [], steps: cachedSteps }], statementCounts }
  } finally {
    await close()
  }
}
