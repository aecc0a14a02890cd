import { expect } from '@open-wc/testing';
import { sample } from '../support/run-settings.js';
import { DocumentedTables, type Cells } from './document.js';
import type { Scene } from './scene-acts.js';
import { SCENES } from './scenes.js';
import { Stage } from './stage.js';
import { TestOrder } from './test-order.js';

const HEAD = ['what happens', 'outcome', 'charges', 'the shopper reads', 'the shop receives'];

/** What stands below most titles: said once by a table of the page, and here as "…". */
const BELOW_TITLES = [
  ['Pagamento aprovado, Pix recebido', 'Recebemos a confirmação. Você não precisa fazer mais nada.'],
  ['Não conseguimos confirmar o pagamento', 'Não pague de novo: a cobrança pode ter sido feita. Guarde estes dados e fale com a loja.'],
] as const;

function shorten(words: string): string {
  return BELOW_TITLES.reduce((short, [, help]) => short.replace(`. ${help}`, '…'), words);
}

/** Scenes that are played at the same time; they wait more than they work. */
const LANES = 4;

/** Scenes of a run before a commit. */
const FEW = 5;

async function play({ what, play: act }: Scene): Promise<Cells> {
  const order = await TestOrder.create();
  const stage = new Stage(order);
  try {
    await act(stage);
    const taken = await stage.countMoney();
    const told = await stage.readTold();
    return [what, stage.outcomes.join('; ') || 'none', taken, stage.reads.map(shorten).join(' → '), told];
  } catch (error) {
    throw new Error(`${what}: ${String(error)}`, { cause: error });
  } finally {
    await order.room.release();
    await order.end();
  }
}

async function playAll(scenes: readonly Scene[]): Promise<Cells[]> {
  const rows = new Map<Scene, Cells>();
  const waiting = [...scenes];
  const work = async (): Promise<void> => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) rows.set(scene, await play(scene));
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return scenes.flatMap((scene) => [rows.get(scene) ?? []]);
}

describe('two things at once', () => {
  it('come to what docs/at-once.md says', async () => {
    const document = await DocumentedTables.open('at-once.md');
    const rows = await playAll(sample(SCENES, FEW));
    for (const [what = '', outcome, taken = '', reads, told] of rows) {
      const isTwice = taken.includes(',') || /[2-9]/.test(taken);
      const isSaid = /mais de uma vez/.test(reads ?? '') && /`duplicate`.*event `balcao-duplicate`/.test(told ?? '');
      // The shopper's next order is another.
      if (!what.includes('next order')) expect(isSaid, `${what}: said to be taken twice`).to.equal(isTwice);
      expect(outcome, what).not.to.match(/failed/);
    }
    document.check('titles', ['title', 'below it'], BELOW_TITLES);
    document.check('two things at once', HEAD, rows);
    await document.save();
  });
});
