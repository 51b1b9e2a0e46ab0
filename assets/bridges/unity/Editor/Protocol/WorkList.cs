using System;
using System.Collections.Generic;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>
    /// What a bridge is at work on, shared by its two threads; at most one order ahead, so that other bridges of the
    /// target find work, too.
    /// </summary>
    public sealed class WorkList
    {
        private readonly object _lock = new object();
        private readonly Dictionary<string, Claim> _held = new Dictionary<string, Claim>();
        private readonly Queue<Action> _unsent = new Queue<Action>();
        private Order _ready;

        /// <summary>Whether one more order may be prepared.</summary>
        public bool HasRoom
        {
            get
            {
                lock (_lock)
                {
                    return _ready == null;
                }
            }
        }

        /// <summary>Keeps a claim alive from now on.</summary>
        public void Hold(string asset, Claim claim)
        {
            lock (_lock)
            {
                _held[asset] = claim;
            }
        }

        /// <summary>Ends `Hold`.</summary>
        public void LetGo(string asset)
        {
            lock (_lock)
            {
                _held.Remove(asset);
            }
        }

        /// <summary>Whether this bridge is at work on the asset.</summary>
        public bool IsHeld(string asset)
        {
            lock (_lock)
            {
                return _held.ContainsKey(asset);
            }
        }

        /// <summary>All claims to keep alive.</summary>
        public Claim[] ListHeld()
        {
            lock (_lock)
            {
                return _held.Values.ToArray();
            }
        }

        /// <summary>Hands an order to the thread that imports.</summary>
        public void Offer(Order order)
        {
            lock (_lock)
            {
                _ready = order;
            }
        }

        /// <summary>The next order; null: there is none yet.</summary>
        public Order Take()
        {
            lock (_lock)
            {
                var order = _ready;
                _ready = null;
                return order;
            }
        }

        /// <summary>Remembers an answer that could not be written; its asset stays held.</summary>
        public void KeepUnsent(Action send)
        {
            lock (_lock)
            {
                _unsent.Enqueue(send);
            }
        }

        /// <summary>Answers to try again.</summary>
        public Action[] TakeUnsent()
        {
            lock (_lock)
            {
                var unsent = _unsent.ToArray();
                _unsent.Clear();
                return unsent;
            }
        }
    }
}
