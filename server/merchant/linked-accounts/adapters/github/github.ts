// The calls of GitHub's API that benefits need: https://docs.github.com/rest/collaborators.
import { type CallOutcome, done, fieldOf, isRateLimited, permanent, type ServiceAnswer, textOf } from '../../call-outcome.ts'
import { createServiceCalls, pathOf, type ServiceDeps, type ServiceRequest, thenOf } from '../calls.ts'
import { type AppTokens, createAppTokens } from './app-tokens.ts'
import { permissionOf, type RepositoryPermission, roleNameOf } from './permissions.ts'
import {
  API,
  type GithubCredentials,
  type GithubDeps,
  githubHeaders,
  type Repository,
  redirectedTo,
  repositoryPath,
  repositoryPathById,
} from './requests.ts'

const PAGE = 100
/** The pages of invitations that are read: a repository has at most 50 invitations a day, and they expire after a week. */
const PAGES_MAXIMUM = 10

/** A repository as GitHub writes it: its names may differ in case from how a merchant writes them, or be newer. */
export interface FoundRepository extends Repository {
  readonly id: string
  readonly isArchived: boolean
}

/** A user of a repository, by their present name: an account keeps its id and may change its name. */
export interface Collaborator {
  readonly repository: Repository
  readonly login: string
}

/** An invitation that the user has not answered. */
export interface RepositoryInvitation {
  readonly id: string
  readonly permission: RepositoryPermission | undefined
}

/** The calls that benefits need. None rejects for what GitHub answers. */
export interface Github {
  /** The address at which the app is installed. */
  readInstallUrl(): Promise<CallOutcome<string>>
  /** The repository; permanent if the app is not installed on it or may not administer it. */
  readRepository(repository: Repository): Promise<CallOutcome<FoundRepository>>
  /** The present login of an account; permanent if there is none of this id. */
  readLogin(repository: Repository, accountId: string): Promise<CallOutcome<string>>
  /** The permission of a user; undefined for none, and for a role that is none of ours. */
  readPermission(collaborator: Collaborator): Promise<CallOutcome<RepositoryPermission | undefined>>
  /** Invites a user, or changes the permission of a collaborator. `invited`: the user has to accept first. */
  inviteCollaborator(
    collaborator: Collaborator & { readonly permission: RepositoryPermission },
  ): Promise<CallOutcome<'invited' | 'granted'>>
  /** The invitation of an account that is waiting for an answer. */
  findInvitation(repository: Repository, accountId: string): Promise<CallOutcome<RepositoryInvitation | undefined>>
  /** Changes the permission of an invitation. `absent`: it was answered or has expired. */
  updateInvitation(invitation: InvitationChange): Promise<CallOutcome<'updated' | 'absent'>>
  /** Deletes an invitation; also done if there is none. */
  deleteInvitation(repository: Repository, invitationId: string): Promise<CallOutcome>
  /** Removes a collaborator; also done if the user is none. */
  removeCollaborator(collaborator: Collaborator): Promise<CallOutcome>
}

/** The new permission of an invitation. */
export interface InvitationChange {
  readonly repository: Repository
  readonly invitationId: string
  readonly permission: RepositoryPermission
}

interface AppDeps extends GithubDeps {
  readonly tokens: AppTokens
}

/** The calls of one app. */
export function createGithub(deps: ServiceDeps, credentials: GithubCredentials): Github {
  const github = { ...deps, credentials, calls: createServiceCalls(deps, 'GitHub') }
  const app = { ...github, tokens: createAppTokens(github) }
  return {
    readInstallUrl: () => readInstallUrl(app),
    readRepository: (repository) => readRepository(app, repository),
    readLogin: (repository, accountId) => readLogin(app, repository, accountId),
    readPermission: (collaborator) => readPermission(app, collaborator),
    inviteCollaborator: (collaborator) => inviteCollaborator(app, collaborator),
    findInvitation: (repository, accountId) => findInvitation(app, repository, accountId),
    updateInvitation: (change) => updateInvitation(app, change),
    deleteInvitation: (repository, invitationId) =>
      remove(app, repository, `${repositoryPath(repository)}${pathOf('invitations', invitationId)}`),
    removeCollaborator: ({ repository, login }) =>
      remove(app, repository, `${repositoryPath(repository)}${pathOf('collaborators', login)}`),
  }
}

interface RepositoryRequest {
  readonly method: ServiceRequest['method']
  readonly path: string
  readonly body?: object
}

/**
 * Sends a request with a token of the repository. A token that GitHub no longer accepts is replaced once, and one redirect to the new place of
 * a repository that was renamed is followed.
 */
async function send(app: AppDeps, repository: Repository, request: RepositoryRequest): Promise<CallOutcome<ServiceAnswer>> {
  return thenOf(await sendTo(app, repository, request), (answer) => {
    const id = redirectedTo(answer)
    if (id === undefined) return done(answer)
    return sendTo(app, repository, { ...request, path: request.path.replace(repositoryPath(repository), repositoryPathById(id)) })
  })
}

async function sendTo(app: AppDeps, repository: Repository, request: RepositoryRequest): Promise<CallOutcome<ServiceAnswer>> {
  const once = async (): Promise<CallOutcome<ServiceAnswer>> =>
    thenOf(await app.tokens.ofRepository(repository), async (token) => {
      const { path, ...rest } = request
      const call = { ...rest, url: `${API}${path}`, headers: githubHeaders(token), allowance: repositoryPath(repository).toLowerCase() }
      const result = await app.calls.call(call)
      return result.kind === 'answered' ? done(result.answer) : result
    })
  const first = await once()
  if (first.kind !== 'done' || first.value.status !== 401) return first
  app.tokens.forget(repository)
  return once()
}

async function readInstallUrl(app: AppDeps): Promise<CallOutcome<string>> {
  const token = await app.tokens.ofApp()
  const result = await app.calls.call({ method: 'GET', url: `${API}/app`, headers: githubHeaders(token), allowance: 'app' })
  if (result.kind !== 'answered') return result
  const { answer } = result
  const url = textOf(answer.json, 'html_url')
  return answer.status === 200 && url.startsWith('https://github.com/') ? done(`${url}/installations/new`) : app.calls.failure(answer)
}

async function readRepository(app: AppDeps, repository: Repository): Promise<CallOutcome<FoundRepository>> {
  return thenOf(await send(app, repository, { method: 'GET', path: repositoryPath(repository) }), (answer) => {
    if (answer.status !== 200) return refusalOf(app, answer)
    const { json } = answer
    const owner = textOf(fieldOf(json, 'owner'), 'login')
    return done({ id: textOf(json, 'id'), owner, name: textOf(json, 'name'), isArchived: fieldOf(json, 'archived') === true })
  })
}

async function readLogin(app: AppDeps, repository: Repository, accountId: string): Promise<CallOutcome<string>> {
  return thenOf(await send(app, repository, { method: 'GET', path: pathOf('user', accountId) }), (answer) => {
    if (answer.status === 404) return permanent('account_missing')
    return answer.status === 200 ? done(textOf(answer.json, 'login')) : app.calls.failure(answer)
  })
}

async function readPermission(app: AppDeps, { repository, login }: Collaborator): Promise<CallOutcome<RepositoryPermission | undefined>> {
  const path = `${repositoryPath(repository)}${pathOf('collaborators', login, 'permission')}`
  return thenOf(await send(app, repository, { method: 'GET', path }), (answer) => {
    if (answer.status === 404) return done(undefined)
    if (answer.status !== 200) return refusalOf(app, answer)
    return done(permissionOf(textOf(answer.json, 'role_name') || textOf(answer.json, 'permission')))
  })
}

async function inviteCollaborator(
  app: AppDeps,
  { repository, login, permission }: Collaborator & { readonly permission: RepositoryPermission },
): Promise<CallOutcome<'invited' | 'granted'>> {
  const path = `${repositoryPath(repository)}${pathOf('collaborators', login)}`
  return thenOf(await send(app, repository, { method: 'PUT', path, body: { permission } }), (answer) => {
    if (answer.status === 201) return done('invited' as const)
    if (answer.status === 204) return done('granted' as const)
    if (answer.status === 422) return permanent('invitation_refused')
    return refusalOf(app, answer)
  })
}

async function findInvitation(
  app: AppDeps,
  repository: Repository,
  accountId: string,
): Promise<CallOutcome<RepositoryInvitation | undefined>> {
  for (let page = 1; page <= PAGES_MAXIMUM; page += 1) {
    const path = `${repositoryPath(repository)}/invitations?per_page=${PAGE}&page=${page}`
    const sent = await send(app, repository, { method: 'GET', path })
    if (sent.kind !== 'done') return sent
    const { status, json } = sent.value
    if (status !== 200 || !Array.isArray(json)) return refusalOf(app, sent.value)
    const found = json.find((each) => textOf(fieldOf(each, 'invitee'), 'id') === accountId && fieldOf(each, 'expired') !== true)
    if (found) return done({ id: textOf(found, 'id'), permission: permissionOf(textOf(found, 'permissions')) })
    if (json.length < PAGE) return done(undefined)
  }
  return done(undefined)
}

async function updateInvitation(app: AppDeps, change: InvitationChange): Promise<CallOutcome<'updated' | 'absent'>> {
  const { repository, invitationId, permission } = change
  const path = `${repositoryPath(repository)}${pathOf('invitations', invitationId)}`
  return thenOf(await send(app, repository, { method: 'PATCH', path, body: { permissions: roleNameOf(permission) } }), (answer) => {
    if (answer.status === 404) return done('absent' as const)
    return answer.status === 200 ? done('updated' as const) : refusalOf(app, answer)
  })
}

async function remove(app: AppDeps, repository: Repository, path: string): Promise<CallOutcome> {
  return thenOf(await send(app, repository, { method: 'DELETE', path }), (answer) =>
    answer.status === 204 || answer.status === 404 ? done() : refusalOf(app, answer),
  )
}

function refusalOf({ calls }: AppDeps, answer: ServiceAnswer) {
  if (answer.status === 404) return permanent('repository_hidden')
  if (answer.status === 403 && !isRateLimited(answer)) return permanent('repository_not_administered')
  return calls.failure(answer)
}
