/**
 * An RP2040 that runs a UF2 file, with a board of Thera on its pins: `node emulated_chip.js PLAN`.
 *
 * The plan is a JSON file: the paths of the emulator (rp2040js), of the chip's boot ROM and of the file to run, what the
 * 32 inputs of the multiplexers, the load cells and a ring of sensors measure, what a host sends when, from when to when
 * it does not read, and when the converter of the chip stops for good. Time is that of the chip, so how fast this
 * computer is changes nothing. Printed as JSON is all that happened, each with its time in ms: the bytes that the host
 * got, the scans, the pulses to the lights, and what was erased and written in the flash.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const FLASH = 0x10000000;
const CYCLE_NS = 8;
const BLOCK = 512;
const ADC_NS = 2000;
/** The data sheet of the flash: what it takes to erase 4 kB and to write 256 bytes. */
const ERASE_NS = 45e6;
const WRITE_NS = 0.4e6;
/** Eight bits at 1 MHz. */
const SPI_BYTE_NS = 8000;
/** At 400 kHz. */
const I2C_BIT_NS = 2500;
/** The bit of the interrupt of an I2C bus that has nothing more to send. */
const TX_EMPTY = 1 << 4;
const PAUSE_NS = 50000;
const PULSES = 25;
const DOWN_US = 60;
/** The conversions without a value after an HX711 was turned off: 50 ms at 80 a second. */
const SETTLING = 4;
/** How much faster than the nominal rate the converters of the four load cells are. */
const FASTER = [1, 1.02, 0.97, 1.01];
const BIT_NS = 600;
const SLICE = 400000;

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const emulator = await import(pathToFileURL(`${plan.emulator}/dist/esm/index.js`).href);
const { bootromB1: rom } = await import(pathToFileURL(plan.bootrom).href);

const simulator = new emulator.Simulator();
const chip = simulator.rp2040;
const clock = simulator.clock;
const seen = { serial: [], scans: [], lights: [], flash: [], connected: null, watchdog: [], weighings: [] };
const now = () => clock.nanos / 1e6;

chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
chip.loadBootrom(rom);
chip.flash.fill(0xff);
const program = readFileSync(plan.uf2);
for (let at = 0; at < program.length; at += BLOCK) {
  const size = program.readUInt32LE(at + 16);
  chip.flash.set(program.subarray(at + 32, at + 32 + size), program.readUInt32LE(at + 12) - FLASH);
}
// Buttons and straps are open.
for (const pin of plan.open) chip.gpio[pin].setInputValue(true);

const high = (pin) => chip.gpio[pin].value === emulator.GPIOPinState.High;
chip.adc.onADCRead = (channel) => {
  if (plan.converterStops !== null && now() >= plan.converterStops) return;
  const address = plan.select.reduce((sum, pin, bit) => sum | (high(pin) ? 1 << bit : 0), 0);
  const output = plan.outputs.indexOf(26 + channel);
  const value = output < 0 || high(plan.enable) ? 0 : plan.counts[16 * output + address];
  chip.adc.channelValues[channel] = value;
  chip.adc.currentChannel = channel;
  chip.adc.sampleAlarm.schedule(ADC_NS);
};

let scanned = null;
chip.gpio[plan.enable].addListener((state) => {
  if (state === emulator.GPIOPinState.Low) {
    scanned = now();
  } else if (scanned !== null) {
    seen.scans.push([scanned, now() - scanned]);
    scanned = null;
  }
});

let rise = null;
let edge = 0;
let pulses = [];
function finishLights() {
  if (!pulses.length) return;
  const zeros = pulses.filter((length) => length <= BIT_NS);
  const ones = pulses.filter((length) => length > BIT_NS);
  const bytes = [];
  for (let at = 0; at + 8 <= pulses.length; at += 8) {
    bytes.push(pulses.slice(at, at + 8).reduce((sum, length) => 2 * sum + (length > BIT_NS ? 1 : 0), 0));
  }
  seen.lights.push({ at: edge / 1e6, bits: pulses.length, zeros: range(zeros), ones: range(ones), bytes });
  pulses = [];
}
const range = (values) => (values.length ? [Math.min(...values), Math.max(...values)] : null);
chip.gpio[plan.lights].addListener((state) => {
  if (clock.nanos - edge > PAUSE_NS) finishLights();
  if (state === emulator.GPIOPinState.High) rise = clock.nanos;
  else if (rise !== null) pulses.push(clock.nanos - rise);
  edge = clock.nanos;
});

const usb = new emulator.USBCDC(chip.usbCtrl);
usb.onDeviceConnected = () => {
  seen.connected = now();
};
// A host that does not read leaves the packet of the board in the endpoint: the transfer is done when it reads again.
let reading = true;
const unread = [];
const unfinished = [];
const finished = chip.usbCtrl.indicateBufferReady.bind(chip.usbCtrl);
chip.usbCtrl.indicateBufferReady = (endpoint, out) => {
  if (reading || out || endpoint !== usb.inEndpoint) finished(endpoint, out);
  else unfinished.push(() => finished(endpoint, out));
};
const got = (data) => seen.serial.push([now(), Buffer.from(data).toString("hex")]);
usb.onSerialData = (data) => {
  if (reading) got(data);
  else unread.push(data);
};
for (const [ms, reads] of plan.reading) {
  clock
    .createAlarm(() => {
      reading = reads;
      if (!reads) return;
      for (const data of unread.splice(0)) got(data);
      for (const finish of unfinished.splice(0)) finish();
    })
    .schedule(ms * 1e6);
}
// The emulator would answer each request for data at once with an empty packet: a storm that slows the program down.
let asked = null;
function give() {
  if (asked === null || !usb.txFIFO.itemCount) return;
  const packet = new Uint8Array(Math.min(asked, usb.txFIFO.itemCount));
  for (let at = 0; at < packet.length; at++) packet[at] = usb.txFIFO.pull();
  asked = null;
  chip.usbCtrl.endpointReadDone(usb.outEndpoint, packet);
}
chip.usbCtrl.onEndpointRead = (endpoint, size) => {
  if (endpoint !== usb.outEndpoint) return;
  asked = size;
  give();
};
// An MCP3208: three bytes a conversion, the start bit and the channel in the first two, the count in the last two.
if (plan.converter) {
  const bus = chip.spi[plan.converter.block];
  let place = 0;
  let channel = 0;
  const answers = [];
  const answer = clock.createAlarm(() => bus.completeTransmit(answers.shift()));
  chip.gpio[plan.converter.chip].addListener((state) => {
    if (state === emulator.GPIOPinState.Low) place = 0;
  });
  bus.onTransmit = (byte) => {
    let count = 0;
    if (place === 0) {
      channel = (byte & 1) << 2;
    } else {
      if (place === 1) channel |= byte >> 6;
      const output = plan.converter.channels.indexOf(channel);
      const address = plan.select.reduce((sum, pin, bit) => sum | (high(pin) ? 1 << bit : 0), 0);
      count = output < 0 || high(plan.enable) ? 0 : plan.counts[16 * output + address];
    }
    answers.push(place === 1 ? count >> 8 : count & 255);
    place += 1;
    answer.schedule(SPI_BYTE_NS);
  };
}

// Four HX711 by their data sheet: each converts by its own clock, and gives a value bit by bit at the rises of the clock
// line that all share. 25 pulses choose channel A with a gain of 128, and a pulse of more than 60 us turns them off.
if (plan.scale) {
  const period = 1e9 / plan.scale.rate;
  const cells = plan.scale.outputs.map((pin, index) => {
    const cell = {
      pin: chip.gpio[pin],
      value: plan.scale.counts[index] & 0xffffff,
      pulses: 0,
      period: period / FASTER[index],
    };
    cell.set = (level) => {
      cell.level = level;
      cell.pin.setInputValue(level);
    };
    cell.alarm = clock.createAlarm(() => {
      if (cell.pulses > 0 && cell.pulses < PULSES) seen.weighings.push([now(), "spoilt", 0, 0]);
      cell.pulses = 0;
      if (!cell.level) cell.set(true); // the line is high for a moment before each value
      cell.set(false);
      cell.alarm.schedule(cell.period);
    });
    cell.set(true);
    cell.alarm.schedule(cell.period);
    return cell;
  });
  let raised = null;
  let first = null;
  let longest = 0;
  let pulses = 0;
  const end = clock.createAlarm(() => {
    seen.weighings.push([first, "read", pulses, longest]);
    pulses = 0;
    longest = 0;
  });
  chip.gpio[plan.scale.clock].addListener((state) => {
    if (state === emulator.GPIOPinState.High) {
      raised = clock.nanos;
      if (!pulses) first = now();
      pulses += 1;
      for (const cell of cells) {
        if (cell.level && !cell.pulses) continue;
        cell.pulses += 1;
        cell.set(cell.pulses > 24 || Boolean((cell.value >> (24 - cell.pulses)) & 1));
      }
    } else if (raised !== null) {
      const high = (clock.nanos - raised) / 1000;
      raised = null;
      longest = Math.max(longest, high);
      if (high > DOWN_US) {
        for (const cell of cells) {
          cell.pulses = 0;
          cell.set(true);
          cell.alarm.cancel();
          cell.alarm.schedule(SETTLING * cell.period);
        }
      }
      end.cancel();
      end.schedule(PAUSE_NS);
    }
  });
}

// A ring of TMAG5273, four on each I2C bus. A byte and its acknowledgement are nine bits; a start or a stop counts as two.
if (plan.ring) {
  const made = () => {
    const registers = new Uint8Array(0x1d);
    registers.set([1, 0x49, 0x54], 0x0d);
    registers[0x18] = 0x10; // it has just been powered up
    return registers;
  };
  chip.i2c.forEach((bus, number) => {
    const sensors = plan.ring.addresses.map(made);
    let sensor = null;
    let place = null;
    let next = null;
    const alarm = clock.createAlarm(() => next());
    const after = (bits, then) => {
      next = then;
      alarm.schedule(bits * I2C_BIT_NS);
    };
    // On the chip a queue that an abort has emptied says so, for which its driver waits.
    const abort = bus.abort.bind(bus);
    bus.abort = (reason) => {
      abort(reason);
      bus.setInterrupts(TX_EMPTY);
    };
    bus.onStart = () => after(2, () => bus.completeStart());
    bus.onStop = () => after(2, () => bus.completeStop());
    bus.onConnect = (address, mode) => {
      const index = plan.ring.addresses.indexOf(address);
      sensor = index < 0 || plan.ring.absent.includes(4 * number + index) ? null : index;
      if (mode === emulator.I2CMode.Write) place = null;
      after(9, () => bus.completeConnect(sensor !== null));
    };
    bus.onWriteByte = (value) => {
      if (place === null) place = value;
      else if (place === 0x18) sensors[sensor][place++] &= ~(value & 0x10);
      else sensors[sensor][place++] = value;
      after(9, () => bus.completeWrite(true));
    };
    bus.onReadByte = () => {
      const registers = sensors[sensor];
      const axis = (place - 0x12) >> 1;
      let value = registers[place];
      if (axis >= 0 && axis < 3) {
        const measures = (registers[1] & 3) === 2 && (registers[2] >> (4 + axis)) & 1;
        const count = measures ? plan.ring.counts[3 * (4 * number + sensor) + axis] : 0;
        value = place % 2 ? count & 255 : (count >> 8) & 255;
      }
      place += 1;
      after(9, () => bus.completeRead(value));
    };
  });
}

const queue = [];
const pump = clock.createAlarm(() => {
  while (queue.length && usb.txFIFO.itemCount < BLOCK) usb.sendSerialByte(queue.shift());
  give();
  pump.schedule(200000);
});
pump.schedule(200000);
for (const [ms, hex] of plan.sends) {
  clock.createAlarm(() => queue.push(...Buffer.from(hex, "hex"))).schedule(ms * 1e6);
}
const watchdog = chip.peripherals[0x40058];
watchdog.onWatchdogTrigger = () => {
  watchdog.alarm.enable = false; // the emulated one would trigger again at once, for ever
  seen.watchdog.push(now());
  simulator.over = true;
};

// The boot ROM's routines for the flash, by their names in its table: the flash itself is not emulated.
const short = (address) => (address & 2 ? rom[address >> 2] >>> 16 : rom[address >> 2] & 0xffff);
const hooks = new Map();
const routines = {
  RE(registers) {
    const [start, size] = registers;
    seen.flash.push([now(), "erase", start, size]);
    chip.flash.fill(0xff, start, start + size);
    clock.tick((ERASE_NS * size) / 4096);
  },
  RP(registers) {
    const [start, from, size] = registers;
    const data = Buffer.from(Array.from({ length: size }, (_, at) => chip.readUint8(from + at)));
    seen.flash.push([now(), "write", start, data.toString("hex")]);
    for (let at = 0; at < size; at++) chip.flash[start + at] &= data[at];
    clock.tick((WRITE_NS * size) / 256);
  },
  EX() {},
  IF() {},
  FC() {},
  CX() {},
};
for (let at = short(0x14); short(at); at += 4) {
  const name = String.fromCharCode(short(at) & 255, short(at) >> 8);
  if (routines[name]) hooks.set(short(at + 2) & ~1, routines[name]);
}

const core = chip.core;
core.PC = FLASH;
while (now() < plan.until && !simulator.over) {
  for (let count = 0; count < SLICE && now() < plan.until && !simulator.over; count++) {
    if (core.waiting) {
      clock.tick(clock.nanosToNextAlarm);
      continue;
    }
    const routine = hooks.get(core.PC);
    if (routine) {
      routine(core.registers);
      core.PC = core.LR & ~1;
    } else {
      clock.tick(core.executeInstruction() * CYCLE_NS);
    }
  }
  await new Promise((resolve) => setImmediate(resolve));
}
finishLights();
process.stdout.write(`${JSON.stringify({ ...seen, at: now() })}\n`);
