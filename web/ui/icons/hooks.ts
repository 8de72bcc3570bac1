import { createIcon } from './icon.tsx'

export const HooksIcon = /* @__PURE__ */ createIcon(
  'M5.8 4a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM1.5 11.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM10.1 11.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM7 6 4.8 9.6M9 6l2.3 3.6M5.9 11.5h4.2',
)
