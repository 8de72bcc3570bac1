import { expect, test } from 'vitest'
import { accountEventTypes } from '#contract/webhook-events.ts'
import { groupsOf } from './events.ts'
import { organizationWebhooks } from './webhook-client.ts'

test.for([organizationWebhooks.events, accountEventTypes])(
  'the picker offers every event type once, in the group of its resource',
  (allEvents) => {
    const eventGroups = groupsOf(allEvents)
    expect(eventGroups.flatMap(({ events }) => events).sort()).toEqual([...allEvents].sort())
    expect(new Set(eventGroups.map(({ name }) => name)).size).toBe(eventGroups.length)
    expect(eventGroups.flatMap(({ name, events }) => events.filter((event) => !event.startsWith(`${name}.`)))).toEqual([])
  },
)
