import { createIcon } from './icon.tsx'

export const TrashIcon = /* @__PURE__ */ createIcon('M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.8 7v4M9.2 7v4')
