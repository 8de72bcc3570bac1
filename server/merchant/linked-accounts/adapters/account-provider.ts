// The authorization code flow of OAuth 2 with PKCE, by which a customer or a merchant shows which account at Discord or GitHub is theirs.
import { createHash } from 'node:crypto'
import type { CallOutcome } from '../call-outcome.ts'

/** The parameters of an authorization. */
export interface AuthorizationRequest {
  readonly state: string
  /** 43 to 128 characters, which only this server knows until the code is exchanged. */
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** The code that the browser came back with. */
export interface CodeExchange {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** An account and what it lets this server do. The tokens are null where nothing needs them. */
export interface AuthorizedAccount {
  /** Never changes, unlike the name. */
  readonly accountId: string
  readonly accountName: string
  readonly tokens: AccountTokens | null
}

/** Tokens that act for an account. */
export interface AccountTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: Date | null
}

/** Our client at a provider of accounts. */
export interface AccountProvider {
  /** Where the owner of the account allows it. Sends no request. */
  authorizationUrl(request: AuthorizationRequest): string
  /** The account of a code; permanent if the code was used, has expired or is of another client. */
  exchangeCode(exchange: CodeExchange): Promise<CallOutcome<AuthorizedAccount>>
}

/** Our client. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The query of an authorization URL. */
export function authorizationQuery({ clientId }: ClientCredentials, request: AuthorizationRequest): URLSearchParams {
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
}

/** The form that exchanges a code. */
export function exchangeForm({ clientId, clientSecret }: ClientCredentials, exchange: CodeExchange): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code: exchange.code,
    redirect_uri: exchange.redirectUri,
    code_verifier: exchange.codeVerifier,
    client_id: clientId,
    client_secret: clientSecret,
  })
}
