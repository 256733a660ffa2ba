import type { Command } from './command.ts';
import { DESK_COMMANDS } from './desk-commands.ts';
import { MEMBER_COMMANDS } from './member-commands.ts';
import { MOVEMENT_COMMANDS } from './movement-commands.ts';
import { PAYMENT_COMMANDS } from './payment-commands.ts';
import { RECEIVER_COMMANDS } from './receiver-commands.ts';
import { REWARD_COMMANDS } from './reward-commands.ts';
import { SERVICE_COMMANDS } from './service-commands.ts';

export const COMMANDS: Record<string, Command> = {
  ...SERVICE_COMMANDS,
  ...MEMBER_COMMANDS,
  ...PAYMENT_COMMANDS,
  ...RECEIVER_COMMANDS,
  ...REWARD_COMMANDS,
  ...DESK_COMMANDS,
  ...MOVEMENT_COMMANDS,
};
