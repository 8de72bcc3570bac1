// The view that customers have of each kind of benefit. A new kind is a file in this folder and a line in the table.
import type { ComponentType } from 'react'
import type { BenefitType } from '#client/index.ts'
import type { CustomerGrant } from '../grant.ts'
import { Note } from './custom.tsx'
import { DiscordRole } from './discord.tsx'
import { Downloads } from './downloadables.tsx'
import { Repository } from './github-repository.tsx'
import type { GrantContentProps } from './kind.ts'
import { LicenseKeys } from './license-keys.tsx'
import { Credit } from './meter-credit.tsx'

const contents: { readonly [T in BenefitType]: ComponentType<GrantContentProps<T>> } = {
  custom: Note,
  discord: DiscordRole,
  downloadables: Downloads,
  github_repository: Repository,
  license_keys: LicenseKeys,
  meter_credit: Credit,
}

/** The content of a grant. */
export const contentOf = ({ benefit }: CustomerGrant) => contents[benefit.type] as ComponentType<{ grant: CustomerGrant }>
