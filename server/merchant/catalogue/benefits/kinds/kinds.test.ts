import { describe, expect, test } from 'vitest'
import type { BenefitType, BenefitValue } from '../model.ts'
import { benefit, benefitCreate, benefitUpdate, publicBenefit, toBenefitDraft, toBenefitWire, toPublicBenefitWire } from '../wire.ts'
import { benefitKinds, kindOf, nothingOutside, type OutsideThing } from './index.ts'

const METER = '0195894c-7a10-7000-8000-000000000009'
const FILE = '0195894c-7a10-7000-8000-000000000008'
const named = { meters: new Set([METER]), files: new Set([FILE]), outside: nothingOutside }

const shared = {
  id: '0195894c-7a10-7000-8000-000000000001',
  organizationId: '0195894c-7a10-7000-8000-000000000002',
  description: 'What a customer gets',
  selectable: true,
  deletable: true,
  metadata: { shelf: 'upper' },
  createdAt: new Date('2026-03-12T14:20:00.000Z'),
  modifiedAt: null,
  deletedAt: null,
}

/** For each kind, the properties of a body, and those that are stored. */
const samples: { readonly [Value in BenefitValue as Value['type']]: { readonly body: object; readonly properties: Value['properties'] } } =
  {
    custom: { body: { note: 'Write to us.' }, properties: { note: 'Write to us.' } },
    discord: {
      body: { guild_token: 'guild', role_id: '12' },
      properties: { guild_id: '34', role_id: '12', kick_member: false, guild_token: 'guild' },
    },
    github_repository: {
      body: { repository_owner: 'acme', repository_name: 'templates', permission: 'pull' },
      properties: { repository_id: '9000', repository_owner: 'acme', repository_name: 'templates', permission: 'pull' },
    },
    downloadables: { body: { files: [FILE] }, properties: { archived: {}, files: [FILE] } },
    license_keys: {
      body: { prefix: ' ACME ', expires: { ttl: 1, timeframe: 'year' }, activations: { limit: 1000, enable_customer_admin: true } },
      properties: {
        prefix: 'ACME',
        expires: { ttl: 1, timeframe: 'year' },
        activations: { limit: 1000, enable_customer_admin: true },
        limit_usage: null,
      },
    },
    meter_credit: {
      body: { units: 1000, rollover: true, meter_id: METER },
      properties: { units: 1000, rollover: true, meter_id: METER },
    },
  }

/** The answers of Discord and GitHub about the samples. */
const outside: Partial<Record<BenefitType, OutsideThing>> = {
  discord: { kind: 'discord_role', check: { kind: 'valid', value: { guildId: '34', guildToken: 'guild' } } },
  github_repository: { kind: 'github_repository', check: { kind: 'valid', value: { id: '9000', owner: 'acme', name: 'templates' } } },
}

/** Where a valid body is refused on a server that lacks what the kind needs. */
const refusedAt: Partial<Record<BenefitType, readonly (string | number)[]>> = {
  discord: ['body', 'properties', 'guild_token'],
  github_repository: ['body', 'properties', 'repository_name'],
}

describe.each(Object.keys(benefitKinds) as BenefitType[])('the benefit kind %s', (type) => {
  const { body, properties } = samples[type]
  const value = { ...shared, type, properties } as Parameters<typeof toBenefitWire>[0]

  test('has its own name, and its bodies accept its sample', () => {
    expect(kindOf(type).type).toBe(type)
    expect(benefitCreate.safeParse({ type, description: 'A sample', properties: body }).success).toBe(true)
    expect(benefitUpdate.safeParse({ type, properties: body }).success).toBe(true)
  })

  test('turns the properties of a body into those that are stored, or says at which field it cannot', () => {
    const draft = toBenefitDraft(benefitCreate.parse({ type, description: 'A sample', properties: body }))
    const check = (thing: OutsideThing) => kindOf(type).check(draft.body as never, { ...named, outside: thing })
    expect(check(outside[type] ?? nothingOutside)).toEqual({ properties })
    const loc = refusedAt[type]
    if (!loc) return
    const { kind } = outside[type] as Exclude<OutsideThing, { kind: 'nothing' }>
    expect(check({ kind, check: { kind: 'absent' } })).toMatchObject({
      problems: [{ loc, msg: expect.stringMatching(/^This server has no/) }],
    })
    expect(check({ kind, check: { kind: 'fault', sentence: 'No.' } })).toMatchObject({ problems: [{ loc, msg: 'No.' }] })
    expect(() => check(nothingOutside)).toThrow('was not checked')
  })

  test('has a wire form that its schema accepts unchanged, and one for buyers without properties', () => {
    const wire = toBenefitWire(value)
    expect(benefit.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({ type, properties, is_deleted: false })
    const shown = toPublicBenefitWire(value)
    expect(publicBenefit.parse(shown)).toEqual(shown)
    expect(Object.keys(shown)).not.toContain('properties')
  })
})

test('an unknown kind is a bug', () => {
  expect(() => kindOf('toString')).toThrow('There is no kind of benefit toString')
})

test('a role that the bot cannot give is a problem at the role', () => {
  const check = { kind: 'fault', field: 'role_id', sentence: 'Too high.' } as const
  const checked = kindOf('discord').check(samples.discord.body as never, { ...named, outside: { kind: 'discord_role', check } })
  expect(checked).toMatchObject({ problems: [{ loc: ['body', 'properties', 'role_id'], msg: 'Too high.' }] })
})

test('a repository is stored as GitHub writes it, with its id', () => {
  const check = { kind: 'valid', value: { id: '9000', owner: 'Acme', name: 'Templates' } } as const
  const checked = kindOf('github_repository').check(samples.github_repository.body as never, {
    ...named,
    outside: { kind: 'github_repository', check },
  })
  expect(checked).toMatchObject({ properties: { repository_id: '9000', repository_owner: 'Acme', repository_name: 'Templates' } })
})

test('a meter that the organization does not have is a problem at its field', () => {
  const { body } = samples.meter_credit
  const checked = kindOf('meter_credit').check(body as never, { ...named, meters: new Set() })
  expect(checked).toMatchObject({ problems: [{ loc: ['body', 'properties', 'meter_id'] }] })
})

test('a file that the organization does not have is a problem at its place, and one that the benefit does not have cannot be archived', () => {
  const checked = kindOf('downloadables').check({ files: [FILE, METER], archived: { [shared.id]: true } } as never, named)
  expect(checked).toMatchObject({
    problems: [{ loc: ['body', 'properties', 'files', 1] }, { loc: ['body', 'properties', 'archived', shared.id] }],
  })
})
