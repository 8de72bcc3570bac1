import { createIcon } from './icon.tsx'

export const GearIcon = /* @__PURE__ */ createIcon(
  'M6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM8 1.8v1.7M8 12.5v1.7M1.8 8h1.7M12.5 8h1.7M3.6 3.6l1.2 1.2M11.2 11.2l1.2 1.2M3.6 12.4l1.2-1.2M11.2 4.8l1.2-1.2',
)
