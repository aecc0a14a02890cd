import { expect } from '@open-wc/testing';
import { EMPTY_CARD } from '../../../src/controllers/card-frame/frame-link.js';
import { FramedFields } from '../../../src/controllers/card-frame/framed-fields.js';
import { FakeClock } from '../../support/fake-clock.js';
import { HELLO, ScriptedFrame, WHOLE } from './scripted-frame.js';

describe('FramedFields', () => {
  let frame: ScriptedFrame;
  let fields: FramedFields;
  let told: string[];
  let stop: () => void;

  const say = async (state: object): Promise<void> => {
    frame.state = { ...WHOLE, ...state };
    frame.say({ type: 'state', state: frame.state });
    await frame.sync();
  };

  beforeEach(async () => {
    frame = await new ScriptedFrame(new FakeClock()).open();
    told = [];
    fields = new FramedFields(frame.link, {
      acceptedBrands: () => ['elo', 'visa'],
      typed: () => void told.push('typed'),
      faultChanged: () => void told.push('judged'),
      draw: () => void told.push('draw'),
      changed: (change) => void told.push(JSON.stringify(change)),
    });
    stop = fields.follow();
    told.length = 0;
  });

  afterEach(() => {
    stop();
    frame.link.close();
  });

  it('are empty before the frame says anything', () => {
    expect(fields).to.include({ brand: 'unknown', hasNumber: false, isTyped: false });
    expect(fields.fault).to.have.nested.property('error.key', 'numberEmpty');
    expect(fields.wrong).to.deep.equal(['number', 'expirationDate', 'securityCode', 'holderName']);
  });

  it('tell once of each thing that the frame says', async () => {
    await say({ last4: undefined, wrong: [{ field: 'securityCode', key: 'codeLength' }] });
    expect(told).to.deep.equal(['typed', 'draw', 'judged', '{"complete":false,"brand":"visa"}']);
    expect(fields).to.include({ brand: 'visa', isTyped: true, codeLength: 3 });
    expect(fields.fault).to.have.nested.property('error.values.digits', 3);
    told.length = 0;
    await say({});
    expect(told).to.deep.equal(['judged', '{"complete":true,"brand":"visa","last4":"1111"}']);
    told.length = 0;
    await say({});
    expect(told).to.deep.equal([]);
  });

  it('are there again once a slow frame is ready, although a payment has stopped waiting', async () => {
    const slow = new ScriptedFrame(new FakeClock());
    slow.link.connect();
    const late = new FramedFields(slow.link, {
      ...{
        acceptedBrands: () => undefined,
        typed: () => undefined,
        faultChanged: () => undefined,
        draw: () => undefined,
        changed: () => undefined,
      },
    });
    const end = late.follow();
    slow.load();
    slow.say(HELLO);
    await slow.link.meet();
    expect(late.miss()).to.equal(true);
    expect(late.isMissing).to.equal(true);
    slow.say({ type: 'ready' });
    await slow.link.ready();
    expect(late.isMissing).to.equal(undefined);
    end();
    slow.link.close();
  });

  it('name the brands that are taken', async () => {
    await say({ brand: 'american-express', last4: undefined, wrong: [{ field: 'number', key: 'brandRefused' }] });
    expect(fields.fault).to.have.nested.property('error.values.accepted', 'Elo, Visa');
  });

  it('say that a field is wrong for a reason which this page has no words for', async () => {
    await say({ last4: undefined, wrong: [{ field: 'securityCode', key: 'somethingNew' }] });
    expect(fields.fault).to.deep.include({ field: 'securityCode' });
    expect(fields.fault).to.have.nested.property('error.key', 'codeLengthEither');
  });

  it('have wrong ones marked, with the focus on the first', async () => {
    await say({
      last4: undefined,
      wrong: [
        { field: 'expirationDate', key: 'expirationPast' },
        { field: 'securityCode', key: 'codeEmpty' },
      ],
    });
    expect(fields.validate()).to.deep.equal({ fields: ['expirationDate', 'securityCode'] });
    await frame.sync();
    expect(frame.listHeard('mark')).to.have.length(1);
    expect(frame.listHeard('focus')).to.deep.equal([{ type: 'focus', field: 'expirationDate' }]);
  });

  it('make a card of which the page knows the brand and the last four digits', async () => {
    await say({});
    const typed = fields.validate();
    expect(typed).to.include({ brand: 'visa', last4: '1111' });
    expect(Object.keys(typed).sort()).to.deep.equal(['brand', 'charge', 'exchange', 'last4']);
    await frame.sync();
    expect(frame.listHeard('mark')).to.deep.equal([]);
  });

  it('are empty at once when they are cleared', async () => {
    await say({});
    told.length = 0;
    frame.state = EMPTY_CARD;
    fields.clear();
    expect(fields.isTyped).to.equal(false);
    expect(told).to.deep.equal(['draw', 'judged', '{"complete":false,"brand":"unknown"}']);
    fields.clearSecurityCode();
    await frame.sync();
    expect(frame.listHeard('clear')).to.deep.equal([
      { type: 'clear', what: 'all' },
      { type: 'clear', what: 'code' },
    ]);
  });

  it('are empty once their document is gone', async () => {
    await say({});
    await frame.open({ build: 'second' });
    expect(fields.isTyped).to.equal(false);
    expect(told.at(-1)).to.equal('{"complete":false,"brand":"unknown"}');
  });

  it('are of now once they are ready', async () => {
    await fields.ready();
    expect(fields.isTyped).to.equal(true);
  });
});
