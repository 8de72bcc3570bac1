// What all requests to GitHub's API share: https://docs.github.com/rest.
import { pathOf, type ServiceCalls, type ServiceDeps } from '../calls.ts'

export const API = 'https://api.github.com'

/** A repository by its names. */
export interface Repository {
  readonly owner: string
  readonly name: string
}

/** Our app at GitHub. */
export interface GithubCredentials {
  readonly appId: string
  /** A private RSA key in PEM format. */
  readonly privateKey: string
}

/** What requests to GitHub need. */
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
