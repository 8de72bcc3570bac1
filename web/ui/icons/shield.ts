import { createIcon } from './icon.tsx'

export const ShieldIcon = /* @__PURE__ */ createIcon('M8 1.8 13 3.6v4c0 3.2-2.1 5.5-5 6.6-2.9-1.1-5-3.4-5-6.6v-4zM5.8 7.9l1.6 1.6 2.9-3')
