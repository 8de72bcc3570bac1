// The common parts of all requests to GitHub's API: https://docs.github.com/rest.
import type { ServiceAnswer } from '../../call-outcome.ts'
import { pathOf, type ServiceCalls, type ServiceDeps } from '../calls.ts'

export const API = 'https://api.github.com'

/** A repository by its names. */
export interface Repository {
  readonly owner: string
  readonly name: string
}

/** A repository that was read before: its id never changes, while its names may become those of another repository. */
export interface KnownRepository extends Repository {
  /** Undefined where it was recorded by its names alone. */
  readonly id: string | undefined
}

/** Our app at GitHub. */
export interface GithubCredentials {
  readonly appId: string
  /** A private RSA key in PEM format. */
  readonly privateKey: string
}

/** The dependencies of requests to GitHub. */
export interface GithubDeps extends ServiceDeps {
  readonly calls: ServiceCalls
  readonly credentials: GithubCredentials
}

/** The headers of a request with this token. GitHub refuses requests without a user agent. */
export function githubHeaders(token: string): Readonly<Record<string, string>> {
  return {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'user-agent': 'Guildhall',
    'x-github-api-version': '2022-11-28',
  }
}

/** The path of a repository. */
export function repositoryPath({ owner, name }: Repository): string {
  return pathOf('repos', owner, name)
}

/** The path of the same repository by its id. */
export function repositoryPathById(id: string): string {
  return pathOf('repositories', id)
}

const REDIRECTS = [301, 302, 307, 308]

/**
 * The id of the repository to which GitHub redirects, because it was renamed or moved; undefined for any other answer. Nothing but the id is
 * taken from the address.
 */
export function redirectedTo({ status, headers }: ServiceAnswer): string | undefined {
  if (!REDIRECTS.includes(status)) return undefined
  return /^https:\/\/api\.github\.com\/repositories\/(\d{1,20})(?![^/?])/.exec(headers['location'] ?? '')?.[1]
}
