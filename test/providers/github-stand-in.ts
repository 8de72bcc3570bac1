// A stand-in for GitHub's API, written from its reference: https://docs.github.com/rest.
import { createHash, createPublicKey, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createCodes, type StandInAnswer, type StandInApi, StandInFault, type StandInRequest } from './stand-in.ts'

const PERMISSIONS = ['pull', 'triage', 'push', 'maintain', 'admin']
const ROLE_NAMES = ['read', 'triage', 'write', 'maintain', 'admin']

/** An invitation that is waiting. */
export interface StandInInvitation {
  readonly id: number
  readonly accountId: number
  /** `read`, `triage`, `write`, `maintain` or `admin`. */
  permission: string
  expired: boolean
}

/** A repository. */
export interface StandInRepository {
  readonly id: number
  readonly owner: string
  /** A request by an earlier name is redirected, unless another repository has that name now. */
  name: string
  readonly earlierNames: string[]
  readonly isPrivate: boolean
  isArchived: boolean
  /** Whether the app is installed on it, and whether it may administer it. */
  isInstalled: boolean
  isAdministered: boolean
  /** Role names (`read` to `admin`) by account. */
  readonly collaborators: Map<number, string>
  invitations: StandInInvitation[]
}

/** The stand-in and its state. */
export interface GithubStandIn extends StandInApi {
  readonly settings: Readonly<Record<string, string>>
  readonly repositories: StandInRepository[]
  /** Logins of accounts by their ids. */
  readonly accounts: Map<number, string>
  /** The tokens of installations: the repository of each. */
  readonly tokens: Map<string, StandInRepository>
  addRepository(owner: string, name: string): StandInRepository
  rename(repository: StandInRepository, name: string): void
  /** The account accepts its invitation. */
  accept(repository: StandInRepository, accountId: number): void
  authorize(url: string, by: { readonly accountId: string }): string
}

const [APP_ID, CLIENT_ID, CLIENT_SECRET] = ['4711', 'github-client', 'github-secret']
const AUTHORIZE = 'https://github.com/login/oauth/authorize'
const TOKEN_SECONDS = 3600
const FIRST_ID = 9000

const notFound: StandInAnswer = { status: 404, json: { message: 'Not Found' } }
const badCredentials: StandInAnswer = { status: 401, json: { message: 'Bad credentials' } }
const notAccessible: StandInAnswer = { status: 403, json: { message: 'Resource not accessible by integration' } }

interface State extends Pick<GithubStandIn, 'repositories' | 'accounts' | 'tokens'> {
  readonly now: () => Date
  readonly publicKey: KeyObject
  readonly codes: ReturnType<typeof createCodes>
  readonly userTokens: Map<string, number>
}

/** A new private key in the form in which GitHub hands it out. */
export function privateKeyPem(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

/** Creates the stand-in; `now` is its clock. */
export function githubStandIn(now: () => Date): GithubStandIn {
  const pem = privateKeyPem()
  const publicKey = createPublicKey(pem)
  const state: State = {
    now,
    publicKey,
    repositories: [],
    accounts: new Map(),
    tokens: new Map(),
    userTokens: new Map(),
    codes: createCodes({ id: CLIENT_ID, secret: CLIENT_SECRET }),
  }
  const { repositories, accounts, tokens, codes } = state
  return {
    hosts: ['api.github.com', 'github.com'],
    settings: {
      GITHUB_CLIENT_ID: CLIENT_ID,
      GITHUB_CLIENT_SECRET: CLIENT_SECRET,
      GITHUB_APP_ID: APP_ID,
      GITHUB_APP_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
    },
    repositories,
    accounts,
    tokens,
    addRepository: (owner, name) => {
      const state = { isPrivate: true, isArchived: false, isInstalled: true, isAdministered: true }
      const named = { id: FIRST_ID + repositories.length, owner, name, earlierNames: [] }
      const repository = { ...named, ...state, collaborators: new Map<number, string>(), invitations: [] }
      repositories.push(repository)
      return repository
    },
    rename: (repository, name) => {
      repository.earlierNames.push(repository.name)
      repository.name = name
    },
    accept: (repository, accountId) => {
      const invitation = repository.invitations.find((each) => each.accountId === accountId)
      if (!invitation) throw new Error('There is no invitation to accept.')
      repository.invitations = repository.invitations.filter((each) => each !== invitation)
      repository.collaborators.set(accountId, invitation.permission)
    },
    authorize: (url, by) => codes.authorize(url, AUTHORIZE, by),
    answer: (request) => answer(state, request),
  }
}

function answer(state: State, request: StandInRequest): StandInAnswer {
  const { host, segments, method } = request
  if (host === 'github.com') return accessToken(state, request)
  const { accept, 'x-github-api-version': version } = request.headers
  if (accept !== 'application/vnd.github+json' || version !== '2022-11-28') throw new StandInFault('The version of the API is missing')
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const path = segments.join('/')
  if (method === 'GET' && path === 'user') return ownAccount(state, token)
  if (path === 'app' || segments[0] === 'app' || segments.at(-1) === 'installation') {
    if (!isAppToken(state, token)) return badCredentials
    const redirect = redirectOf(state, request)
    if (redirect) return redirect
    return appAnswer(state, request)
  }
  const repository = state.tokens.get(token)
  if (!repository) return badCredentials
  if (method === 'GET' && segments[0] === 'user') return accountAnswer(state, Number(segments[1]))
  const redirect = redirectOf(state, request)
  if (redirect) return redirect
  if (!isNamed(repository, segments)) return notFound
  // The segments after the names, or after the id, are the same.
  const named = ['repos', repository.owner, repository.name, ...segments.slice(segments[0] === 'repositories' ? 2 : 3)]
  return repositoryAnswer(state, repository, { ...request, segments: named })
}

const isNamed = ({ id, owner, name }: StandInRepository, segments: readonly string[]) =>
  segments[0] === 'repositories'
    ? segments[1] === String(id)
    : segments[0] === 'repos' && `${owner}/${name}`.toLowerCase() === `${segments[1]}/${segments[2]}`.toLowerCase()

/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects */
function redirectOf({ repositories }: State, { method, segments, query }: StandInRequest): StandInAnswer | undefined {
  if (segments[0] !== 'repos' || repositories.some((each) => isNamed(each, segments))) return undefined
  const moved = repositories.find((each) => each.earlierNames.some((name) => isNamed({ ...each, name }, segments)))
  if (!moved) return undefined
  const path = ['repositories', moved.id, ...segments.slice(3)].join('/')
  const location = `https://api.github.com/${path}${query.size > 0 ? `?${query}` : ''}`
  return { status: method === 'GET' ? 301 : 307, headers: { location }, json: { message: 'Moved Permanently', url: location } }
}

function accessToken({ codes, userTokens }: State, { segments, form, headers, method }: StandInRequest): StandInAnswer {
  if (method !== 'POST' || segments.join('/') !== 'login/oauth/access_token') throw new StandInFault('There is no such path')
  if (headers.accept !== 'application/json') throw new StandInFault('Without this header the answer is a form')
  const found = codes.redeem(form, (verifier) => createHash('sha256').update(verifier).digest('base64url'))
  if (!found) return { status: 200, json: { error: 'bad_verification_code' } }
  const token = `ghu_${userTokens.size + 1}`
  userTokens.set(token, Number(found.accountId))
  return { status: 200, json: { access_token: token, token_type: 'bearer', scope: '' } }
}

function ownAccount({ userTokens, accounts }: State, token: string): StandInAnswer {
  const id = userTokens.get(token)
  return id === undefined ? badCredentials : { status: 200, json: { id, login: accounts.get(id) } }
}

function accountAnswer({ accounts }: State, id: number): StandInAnswer {
  const login = accounts.get(id)
  return login === undefined ? notFound : { status: 200, json: { id, login } }
}

function isAppToken({ publicKey, now }: State, token: string): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  if (signature === '' || read(head)['alg'] !== 'RS256') return false
  const isSigned = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, Buffer.from(signature, 'base64url'))
  const { iss, iat, exp } = read(claims)
  const seconds = now().getTime() / 1000
  const isCurrent = Number(iat) <= seconds && Number(exp) > seconds && Number(exp) - seconds <= 600
  return isSigned && iss === APP_ID && isCurrent
}

function appAnswer(state: State, { method, segments, json }: StandInRequest): StandInAnswer {
  if (method === 'GET' && segments.length === 1) return { status: 200, json: { html_url: 'https://github.com/apps/guildhall' } }
  const index = state.repositories.findIndex((each) => each.isInstalled && isNamed(each, segments))
  if (segments[0] !== 'app') return index < 0 || method !== 'GET' ? notFound : { status: 200, json: { id: 100 + index } }
  const repository = state.repositories[Number(segments[2]) - 100]
  if (method !== 'POST' || segments[1] !== 'installations' || segments[3] !== 'access_tokens' || !repository) return notFound
  const { repositories, repository_ids: ids, permissions } = json ?? {}
  const isOfName = JSON.stringify(repositories)?.toLowerCase() === JSON.stringify([repository.name]).toLowerCase()
  if (!isOfName && JSON.stringify(ids) !== JSON.stringify([repository.id])) throw new StandInFault('A token is for one repository')
  if (JSON.stringify(permissions) !== '{"administration":"write","metadata":"read"}') throw new StandInFault('The permissions are others')
  if (!repository.isAdministered) return { status: 422, json: { message: 'The permissions requested are not granted.' } }
  const token = `ghs_${state.tokens.size + 1}`
  state.tokens.set(token, repository)
  return { status: 201, json: { token, expires_at: new Date(state.now().getTime() + TOKEN_SECONDS * 1000).toISOString() } }
}

function repositoryAnswer(state: State, repository: StandInRepository, request: StandInRequest): StandInAnswer {
  const { method, segments } = request
  const [, , , collection, id] = segments
  if (!repository.isInstalled) return notFound
  if (collection === undefined && method === 'GET') {
    const { id, owner, name, isArchived } = repository
    return { status: 200, json: { id, name, owner: { login: owner }, archived: isArchived } }
  }
  if (collection === 'collaborators' && segments[5] === 'permission') return permissionAnswer(state, repository, id ?? '')
  if (!repository.isAdministered) return notAccessible
  if (collection === 'collaborators') return collaboratorAnswer(state, repository, request)
  if (collection === 'invitations') return invitationAnswer(state, repository, request)
  throw new StandInFault('There is no such path')
}

const accountOf = ({ accounts }: State, login: string) => [...accounts].find(([, name]) => name.toLowerCase() === login.toLowerCase())?.[0]

// The older field knows three values only.
function permissionAnswer(state: State, { collaborators, isPrivate }: StandInRepository, login: string): StandInAnswer {
  const accountId = accountOf(state, login)
  if (accountId === undefined) return notFound
  const role = collaborators.get(accountId) ?? (isPrivate ? 'none' : 'read')
  const permission = { triage: 'read', maintain: 'write' }[role] ?? role
  return { status: 200, json: { permission, role_name: role === 'none' ? '' : role } }
}

function collaboratorAnswer(state: State, repository: StandInRepository, { method, segments, json }: StandInRequest): StandInAnswer {
  const accountId = accountOf(state, segments[4] ?? '')
  if (accountId === undefined) return notFound
  if (method === 'DELETE') {
    repository.collaborators.delete(accountId)
    return { status: 204 }
  }
  const index = PERMISSIONS.indexOf(String(json?.['permission']))
  if (method !== 'PUT' || index < 0) throw new StandInFault('A collaborator is added with a permission')
  const permission = ROLE_NAMES[index] ?? ''
  if (repository.collaborators.has(accountId)) {
    repository.collaborators.set(accountId, permission)
    return { status: 204 }
  }
  const invitation = { id: 1000 + state.tokens.size * 100 + repository.invitations.length, accountId, permission, expired: false }
  repository.invitations.push(invitation)
  return { status: 201, json: { id: invitation.id, permissions: permission } }
}

function invitationAnswer(state: State, repository: StandInRepository, { method, segments, json, query }: StandInRequest): StandInAnswer {
  if (method === 'GET' && segments.length === 4) {
    const [perPage, page] = [Number(query.get('per_page')), Number(query.get('page'))]
    if (perPage < 1 || perPage > 100 || page < 1) throw new StandInFault('A page has 1 to 100 entries')
    const shown = repository.invitations.slice((page - 1) * perPage, page * perPage)
    const toJson = ({ id, accountId, permission, expired }: StandInInvitation) => ({
      id,
      invitee: { id: accountId, login: state.accounts.get(accountId) },
      permissions: permission,
      expired,
    })
    return { status: 200, json: shown.map(toJson) }
  }
  const invitation = repository.invitations.find(({ id }) => String(id) === segments[4])
  if (!invitation) return notFound
  if (method === 'DELETE') {
    repository.invitations = repository.invitations.filter((each) => each !== invitation)
    return { status: 204 }
  }
  const permissions = String(json?.['permissions'])
  if (method !== 'PATCH' || !ROLE_NAMES.includes(permissions)) throw new StandInFault('An invitation changes its permissions')
  invitation.permission = permissions
  return { status: 200, json: { id: invitation.id, permissions } }
}
