// The credentials of a GitHub App: a signed token for itself, and tokens of its installations for one repository each.
import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { type CallOutcome, done, isRateLimited, permanent, textOf } from '../../call-outcome.ts'
import type { GithubDeps } from './requests.ts'
import { API, githubHeaders, type Repository, redirectedTo, repositoryPath, repositoryPathById } from './requests.ts'

/** GitHub accepts at most ten minutes, and its clock may be behind ours. */
const APP_TOKEN_SECONDS = 540
const CLOCK_SKEW_SECONDS = 60
/** A token is replaced this long before it expires, so that no request is sent with one that expires on the way. */
const RENEWED_BEFORE_MS = 5 * 60_000
/** The repositories whose tokens are kept at once. */
const TOKENS_MAXIMUM = 1000

/** The tokens of an app. */
export interface AppTokens {
  /** A token of the app itself. */
  ofApp(): Promise<string>
  /** A token that may administer this repository and nothing else. It is used again until shortly before it expires. */
  ofRepository(repository: Repository): Promise<CallOutcome<string>>
  /** Forgets the token of a repository that GitHub no longer accepts. */
  forget(repository: Repository): void
}

interface StoredToken {
  readonly token: string
  readonly expiresAt: Date
}

/** The tokens of the app in `deps`. */
export function createAppTokens(deps: GithubDeps): AppTokens {
  const { clock, credentials } = deps
  const stored = new Map<string, StoredToken>()
  const key = createPrivateKey(credentials.privateKey)
  const ofApp = (): Promise<string> => {
    const nowSeconds = Math.floor(clock.now().getTime() / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(credentials.appId)
      .setIssuedAt(nowSeconds - CLOCK_SKEW_SECONDS)
      .setExpirationTime(nowSeconds + APP_TOKEN_SECONDS)
      .sign(key)
  }
  return {
    ofApp,
    ofRepository: async (repository) => {
      const name = nameOf(repository)
      const known = stored.get(name)
      if (known && known.expiresAt.getTime() - RENEWED_BEFORE_MS > clock.now().getTime()) return done(known.token)
      const created = await createToken(deps, repository, await ofApp())
      if (created.kind !== 'done') return created
      stored.delete(name)
      stored.set(name, created.value)
      // A map keeps the order of insertion: the oldest token is dropped.
      for (const oldest of stored.keys()) if (stored.size > TOKENS_MAXIMUM) stored.delete(oldest)
      return done(created.value.token)
    },
    forget: (repository) => {
      stored.delete(nameOf(repository))
    },
  }
}

/** GitHub's names do not depend on case. */
function nameOf({ owner, name }: Repository): string {
  return `${owner}/${name}`.toLowerCase()
}

async function createToken(deps: GithubDeps, repository: Repository, appToken: string): Promise<CallOutcome<StoredToken>> {
  const { calls } = deps
  const allowance = 'app'
  const findInstallation = (path: string) =>
    calls.call({ method: 'GET', url: `${API}${path}/installation`, headers: githubHeaders(appToken), allowance })
  const first = await findInstallation(repositoryPath(repository))
  if (first.kind !== 'answered') return first
  const movedId = redirectedTo(first.answer)
  const found = movedId === undefined ? first : await findInstallation(repositoryPathById(movedId))
  if (found.kind !== 'answered') return found
  if (found.answer.status === 404) return permanent('app_not_installed')
  if (found.answer.status !== 200) return calls.failure(found.answer)
  const created = await calls.call({
    method: 'POST',
    url: `${API}/app/installations/${encodeURIComponent(textOf(found.answer.json, 'id'))}/access_tokens`,
    headers: githubHeaders(appToken),
    body: {
      ...(movedId === undefined ? { repositories: [repository.name] } : { repository_ids: [Number(movedId)] }),
      permissions: { administration: 'write', metadata: 'read' },
    },
    allowance,
  })
  if (created.kind !== 'answered') return created
  const { status, json } = created.answer
  if ((status === 403 && !isRateLimited(created.answer)) || status === 422) return permanent('app_permission_missing')
  const expiresAt = new Date(textOf(json, 'expires_at'))
  const token = textOf(json, 'token')
  if (status !== 201 || token === '' || Number.isNaN(expiresAt.getTime())) return calls.failure(created.answer)
  return done({ token, expiresAt })
}
